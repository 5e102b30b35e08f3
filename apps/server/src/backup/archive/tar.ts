import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isNoSuchFile } from '../../platform/files/index.ts'

// The basic tar format (ustar): folders and files with names of up to 100 bytes, so that `tar --zstd` can open a base
// backup without this program.

const BLOCK = 512

/** An entry to pack: a folder, or a file with exactly this many bytes. */
export type TarEntry = { name: string; bytes: number; content: AsyncIterable<Buffer> | null }

function octal(value: number, digits: number) {
  return `${value.toString(8).padStart(digits, '0')}\0`
}

function buildHeader({ name, bytes, content }: TarEntry): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the file name ${name} is too long for a base backup`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write(octal(content ? 0o600 : 0o700, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(bytes, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('        ', 148)
  header.write(content ? '0' : '5', 156)
  header.write('ustar\u000000', 257)
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return header
}

/**
 * Packs entries one after another. A file that has shrunk is padded with zeros, and one that has grown is truncated;
 * the WAL repairs both.
 */
export async function* packTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    yield buildHeader(entry)
    let missing = entry.bytes
    for await (const part of entry.content ?? []) {
      if (missing === 0) break
      const whole = part.subarray(0, missing)
      missing -= whole.length
      yield whole
    }
    for (; missing > 0; missing -= Math.min(missing, BLOCK * 128))
      yield Buffer.alloc(Math.min(missing, BLOCK * 128))
    const over = entry.bytes % BLOCK
    if (over > 0) yield Buffer.alloc(BLOCK - over)
  }
  yield Buffer.alloc(2 * BLOCK)
}

// The file is opened only when it's read, because an error in a stream that no one reads would end the process.
async function* readContent(file: string, bytes: number): AsyncGenerator<Buffer> {
  if (bytes === 0) return
  try {
    yield* createReadStream(file, { end: bytes - 1 })
  } catch (error) {
    // A table that was dropped after its size was read is filled with zeros, like one that has shrunk.
    if (!isNoSuchFile(error)) throw error
  }
}

/** Creates an entry for a file on disk with its current size. */
export function fileEntry(name: string, file: string, bytes: number): TarEntry {
  return {
    name,
    bytes,
    content: readContent(file, bytes),
  }
}

class Input {
  readonly #parts: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(content: Readable) {
    this.#parts = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /** Reads up to this many bytes; returns an empty buffer at the end. */
  async some(bytes: number): Promise<Buffer> {
    if (this.#rest.length === 0) {
      const { value, done } = await this.#parts.next()
      if (done) return Buffer.alloc(0)
      this.#rest = value
    }
    const part = this.#rest.subarray(0, bytes)
    this.#rest = this.#rest.subarray(part.length)
    return part
  }

  async *exactly(bytes: number): AsyncGenerator<Buffer> {
    for (let missing = bytes; missing > 0; ) {
      const part = await this.some(missing)
      if (part.length === 0) throw new Error('the base backup is cut off')
      missing -= part.length
      yield part
    }
  }

  async block(): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.exactly(BLOCK)) parts.push(part)
    return Buffer.concat(parts)
  }
}

function textAt(header: Buffer, start: number, end: number) {
  return header.toString('utf8', start, end).replace(/\0.*$/s, '')
}

/** Unpacks a tar into a folder; calls `own` with the path of everything it creates. */
export async function unpackTar(
  content: Readable,
  folder: string,
  own: (file: string) => void,
): Promise<void> {
  const input = new Input(content)
  for (let header = await input.block(); header[0] !== 0; header = await input.block()) {
    const name = textAt(header, 0, 100)
    const bytes = Number.parseInt(textAt(header, 124, 136), 8)
    const target = path.join(folder, name)
    if (!target.startsWith(`${folder}${path.sep}`))
      throw new Error(`the base backup contains ${name}, which is outside its folder`)
    if (header[156] === '5'.charCodeAt(0)) await mkdir(target, { recursive: true, mode: 0o700 })
    else
      await pipeline(
        Readable.from(input.exactly(bytes)),
        createWriteStream(target, { mode: 0o600, flags: 'wx' }),
      )
    own(target)
    for await (const _ of input.exactly((BLOCK - (bytes % BLOCK)) % BLOCK));
  }
}

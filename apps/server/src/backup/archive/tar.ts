import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, type Pack, pack } from 'tar-stream'
import { isNoSuchFile } from '../../platform/files/index.ts'

// A base backup is an ordinary tar, so that `tar --zstd` can open it without this program.

const PADDING_BYTES = 64 * 1024
const FILE = { type: 'file', mode: 0o600, mtime: new Date(0) } as const
const FOLDER = { type: 'directory', mode: 0o700, mtime: new Date(0) } as const

/** An entry to pack: a folder, or a file with exactly this many bytes. */
export type TarEntry = { name: string; bytes: number; content: AsyncIterable<Buffer> | null }

// A file that has shrunk is padded with zeros, and one that has grown is truncated; the WAL repairs both.
async function* readExactly(
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  bytes: number,
): AsyncGenerator<Buffer> {
  let missing = bytes
  for await (const part of content) {
    if (missing === 0) break
    const whole = part.subarray(0, missing)
    missing -= whole.length
    yield whole
  }
  for (; missing > 0; missing -= Math.min(missing, PADDING_BYTES))
    yield Buffer.alloc(Math.min(missing, PADDING_BYTES))
}

async function addEntries(packed: Pack, entries: AsyncIterable<TarEntry>): Promise<void> {
  for await (const { name, bytes, content } of entries) {
    const kind = content ? FILE : FOLDER
    await pipeline(readExactly(content ?? [], bytes), packed.entry({ name, size: bytes, ...kind }))
  }
  packed.finalize()
}

/** Packs entries one after another. */
export async function* packTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  const packed = pack()
  const added = addEntries(packed, entries).catch((error: Error) => packed.destroy(error))
  for await (const part of packed) yield part as Buffer
  await added
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

/**
 * Unpacks a tar into a folder; calls `own` with the path of everything it creates.
 * @throws Error if the tar is cut off, or if an entry is outside the folder or neither a file nor a folder
 */
export async function unpackTar(
  content: Readable,
  folder: string,
  own: (file: string) => void,
): Promise<void> {
  const unpacked = extract()
  const received = pipeline(content, unpacked)
  // The loop throws the same error.
  received.catch(() => {})
  for await (const entry of unpacked) {
    const { name, type } = entry.header
    const target = path.join(folder, name)
    if (!target.startsWith(`${folder}${path.sep}`))
      throw new Error(`the base backup contains ${name}, which is outside its folder`)
    if (type === 'directory') {
      await mkdir(target, { recursive: true, mode: 0o700 })
      entry.resume()
    } else if (type === 'file') await pipeline(entry, createWriteStream(target, { mode: 0o600, flags: 'wx' }))
    else throw new Error(`the base backup contains ${name}, which is neither a file nor a folder`)
    own(target)
  }
  await received
}

import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Db } from '../../db/open.ts'
import { type FileStore, noSuchFile } from '../../platform/files/index.ts'
import { addPart, findUpload, selectParts, type UploadPart } from './uploads/uploads.queries.ts'

/** Maximum number of bytes per part. A part is held in memory until it is stored. */
const PART_BYTES = 2 * 1024 * 1024
/**
 * Maximum time in milliseconds before received bytes are stored, however few. This limits the loss if the server is
 * killed.
 */
const PART_MS = 2_000

/** Returns the key for an upload's files. */
export function uploadKey(media_id: string): string {
  return media_id.replaceAll('-', '')
}

/** Returns the upload's id for a file key, or null if the format is wrong. */
export function idOfUploadKey(key: string): string | null {
  return /^[0-9a-f]{32}$/.test(key)
    ? key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : null
}

/** Returns a unique name for a new part, so that a part whose row couldn't be added never overwrites another. */
export function makePartName(start: number): string {
  return `${start}-${randomBytes(6).toString('hex')}`
}

type Storing = { db: Db; uploads: FileStore }

/**
 * Stores bytes as an upload's next part.
 * @returns false, storing nothing, if the upload has continued elsewhere in the meantime
 */
export async function storePart(
  { db, uploads }: Storing,
  media_id: string,
  start: number,
  content: Uint8Array,
): Promise<boolean> {
  const part: UploadPart = { start, bytes: content.length, file: makePartName(start) }
  const name = `${uploadKey(media_id)}/${part.file}`
  await uploads.put(name, content)
  const added = await addPart(db, media_id, part)
  if (!added) await uploads.remove(name)
  return added
}

async function* readParts(uploads: FileStore, media_id: string, parts: readonly UploadPart[]) {
  let at = 0
  for (const { start, bytes, file } of parts) {
    if (start !== at) throw noSuchFile(`part ${at} of upload ${media_id}`)
    yield* await uploads.read(`${uploadKey(media_id)}/${file}`)
    at += bytes
  }
}

/**
 * Reads the bytes of an upload that have arrived so far, from the start.
 * @throws Error with the code `ENOENT` if a part is missing
 */
export async function readUpload({ db, uploads }: Storing, media_id: string): Promise<Readable> {
  const parts = await selectParts(db, media_id)
  if (parts.length === 0) throw noSuchFile(`upload ${media_id}`)
  return Readable.from(readParts(uploads, media_id, parts), { objectMode: false })
}

/** Copies an upload to a local file. */
export async function fetchUpload(storing: Storing, media_id: string, path: string): Promise<void> {
  await pipeline(await readUpload(storing, media_id), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
}

/** Returns up to `length` bytes from the start of an upload. */
export async function readUploadHead(storing: Storing, media_id: string, length: number): Promise<Buffer> {
  const found: Buffer[] = []
  let size = 0
  for await (const part of await readUpload(storing, media_id)) {
    found.push(part as Buffer)
    size += (part as Buffer).length
    if (size >= length) break
  }
  return Buffer.concat(found).subarray(0, length)
}

const LATE = Symbol('late')

/** Bytes that have arrived but aren't stored yet. */
class PendingPart {
  #chunks: Buffer[] = []
  #size = 0
  /** Resolves when it is time to store the bytes. Null if there are none. */
  late: Promise<typeof LATE> | null = null

  get isFull(): boolean {
    return this.#size === PART_BYTES
  }

  /** Adds as many bytes as fit and returns the rest. */
  add(chunk: Buffer): Buffer {
    this.late ??= sleep(PART_MS, LATE, { ref: false })
    const fitting = chunk.subarray(0, PART_BYTES - this.#size)
    this.#chunks.push(fitting)
    this.#size += fitting.length
    return chunk.subarray(fitting.length)
  }

  take(): Buffer {
    const all = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#size = 0
    this.late = null
    return all
  }
}

/**
 * The tus protocol's storage. Bytes become parts in the store, and a part counts only once its row is added. So an
 * upload can continue on another server, even if the first one was killed.
 */
export class UploadStore extends DataStore {
  readonly #storing: Storing

  constructor(storing: Storing) {
    super()
    this.#storing = storing
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await findUpload(this.#storing.db, id)
    if (!found) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ id, size: found.bytes, offset: found.arrived, creation_date: found.created_at })
  }

  // If a client disconnects, the bytes that have already arrived are still stored.
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const pending = new PendingPart()
    let at = offset
    const store = async () => {
      const part = pending.take()
      if (part.length === 0) return
      if (!(await storePart(this.#storing, id, at, part))) throw ERRORS.INVALID_OFFSET
      at += part.length
    }
    const source = content.iterator({ destroyOnReturn: false })
    try {
      for (let next = source.next(); ; ) {
        next.catch(() => {})
        const result = await (pending.late ? Promise.race([next, pending.late]) : next)
        if (result === LATE) await store()
        else if (result.done) break
        else {
          for (let rest = result.value as Buffer; rest.length > 0; ) {
            rest = pending.add(rest)
            if (pending.isFull) await store()
          }
          next = source.next()
        }
      }
    } catch (error) {
      await store()
      throw error
    }
    await store()
    return at
  }
}

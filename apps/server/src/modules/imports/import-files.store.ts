import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { findImportEnding, IMPORT_PART_BYTES } from '@nollie/contract/imports/file-limits'
import { type FileStore, measureDisk, temporaryFolder } from '../../platform/files/index.ts'

/** Bytes that must remain free on the disk, for the database and everything else. */
const RESERVE_BYTES = 512 * 1024 ** 2

/** Returns the key for a file's parts in the store. */
export function fileKey(id: string): string {
  return id.replaceAll('-', '')
}

/** Returns the name of a file's part in the store. */
export function partName(id: string, number: number): string {
  return `${fileKey(id)}/${number}`
}

/** Returns the number of parts of a file. */
export function countParts(bytes: number): number {
  return Math.ceil(bytes / IMPORT_PART_BYTES)
}

/** Whether there is space for a file in the data directory, and for the copy that is read. */
export async function hasSpace(
  bytes: number,
  dataDir: string,
  measure: (folder: string) => Promise<number> = async (folder) => (await measureDisk(folder)).free,
): Promise<boolean> {
  const free = await Promise.all([dataDir, tmpdir()].map(measure))
  // The folders may be on one disk.
  return Math.min(...free) > 2 * bytes + RESERVE_BYTES
}

/** A complete local copy of an uploaded file. */
export type LocalFile = { path: string; file_hash: string; remove: () => Promise<void> }

/**
 * Copies an uploaded file to a temporary folder, part by part.
 * @throws Error with the code `ENOENT` if a part is missing
 */
export async function fetchFile(
  store: FileStore,
  { id, name, bytes }: { id: string; name: string; bytes: number },
  signal: AbortSignal,
): Promise<LocalFile> {
  const folder = await temporaryFolder()
  const remove = () => rm(folder, { recursive: true, force: true })
  const hash = createHash('sha256')
  async function* readParts() {
    for (let number = 0; number < countParts(bytes); number += 1)
      for await (const chunk of await store.read(partName(id, number))) {
        hash.update(chunk as Buffer)
        yield chunk as Buffer
      }
  }
  try {
    const local = path.join(folder, `upload${findImportEnding(name) ?? ''}`)
    await pipeline(Readable.from(readParts()), createWriteStream(local, { mode: 0o600, flags: 'wx' }), {
      signal,
    })
    return { path: local, file_hash: hash.digest('hex'), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { digestContent, hashing, isNoSuchFile, syncFolder } from '../../platform/files/index.ts'
import { StartRefused } from '../../platform/start-refused.ts'

// A file in the archive has the SHA-256 of its stored bytes in its name: NAME.SHA256.EXTENSION. So there is no separate
// list of hashes that could get lost or damaged, and reading the file is enough to detect even a single changed bit.

const STORED = /^(?<name>[\w-]+)\.(?<sha256>[0-9a-f]{64})\.(?<extension>[a-z.]+)$/
const TEMPORARY = '.new-'

/** A file in the archive. */
export type StoredFile = { name: string; sha256: string; extension: string; path: string }

/** Lists the names in a folder; empty if it doesn't exist. */
export function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isNoSuchFile(error)) return []
    throw error
  })
}

/** Lists a folder's files that have a hash in their name, sorted by name. */
export async function listStoredFiles(folder: string): Promise<StoredFile[]> {
  return (await listNames(folder)).toSorted().flatMap((file) => {
    const groups = STORED.exec(file)?.groups
    return groups ? [{ ...(groups as Omit<StoredFile, 'path'>), path: path.join(folder, file) }] : []
  })
}

type NewFile = { folder: string; name: string; extension: string; isCompressed: boolean }

/**
 * Writes a file atomically: under a temporary name, synced, then renamed to the name with its hash.
 * @throws Error if different content is already stored under this name
 */
export async function storeFile(
  { folder, name, extension, isCompressed }: NewFile,
  content: Readable,
): Promise<StoredFile & { bytes: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = path.join(folder, `${TEMPORARY}${randomBytes(8).toString('hex')}`)
  const { stream, digest } = hashing()
  try {
    const output = createWriteStream(temporary, { mode: 0o600, flags: 'wx', flush: true })
    if (isCompressed) await pipeline(content, createZstdCompress(), stream, output)
    else await pipeline(content, stream, output)
    const { sha256, bytes } = digest()
    const earlier = (await listStoredFiles(folder)).find(
      (one) => one.name === name && one.extension === extension && one.sha256 !== sha256,
    )
    if (earlier) throw new Error(`${earlier.path} has different content`)
    const target = path.join(folder, `${name}.${sha256}.${extension}`)
    await rename(temporary, target)
    await syncFolder(folder)
    return { name, sha256, extension, path: target, bytes }
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Computes the SHA-256 hash of a file on disk. */
export async function hashOfFile(file: string): Promise<string> {
  return (await digestContent(createReadStream(file))).sha256
}

/** Creates the error for a damaged archive. */
export function damaged(why: string): StartRefused {
  return new StartRefused(`The backup is damaged and was not restored: ${why}.`)
}

/** @throws StartRefused unless the hash in the file's name matches its content */
export async function requireWhole({ path: file, sha256 }: StoredFile): Promise<void> {
  if ((await hashOfFile(file)) !== sha256) throw damaged(`${file} was changed`)
}

/** Reads a compressed file's content. */
export function readStored({ path: file }: StoredFile): Readable {
  const content = createZstdDecompress()
  pipeline(createReadStream(file), content).catch((error: Error) => content.destroy(error))
  return content
}

/** Deletes files that killed writers left behind in a folder; call it only while no writer is running. */
export async function removeTemporary(folder: string): Promise<void> {
  for (const name of await listNames(folder))
    if (name.startsWith(TEMPORARY)) await rm(path.join(folder, name), { force: true })
}

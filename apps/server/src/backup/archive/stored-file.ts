import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartRefused } from '../../platform/start-refused.ts'

// A file of the archive has the SHA-256 of its stored bytes in its name: NAME.SHA256.EXTENSION. There is no list of hashes
// that could be lost or damaged apart from the files, and any changed bit is found by reading the file alone.

const STORED = /^(?<name>[\w-]+)\.(?<sha256>[0-9a-f]{64})\.(?<extension>[a-z.]+)$/
const TEMPORARY = '.new-'

/** A file of the archive. */
export type StoredFile = { name: string; sha256: string; extension: string; path: string }

const absent = (error: unknown): [] => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
  throw error
}

/** The files of a folder whose names have a hash, by name. */
export const storedFilesIn = async (folder: string): Promise<StoredFile[]> =>
  (await readdir(folder).catch(absent)).toSorted().flatMap((file) => {
    const groups = STORED.exec(file)?.groups
    return groups ? [{ ...(groups as Omit<StoredFile, 'path'>), path: path.join(folder, file) }] : []
  })

/** Makes what was written or renamed in a folder survive a power cut. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

type NewFile = { folder: string; name: string; extension: string; isCompressed: boolean }

/**
 * Writes a file whole or not at all: under a temporary name, synced, then renamed to the name with its hash.
 * @throws Error when another content is stored under this name
 */
export const storeFile = async (
  { folder, name, extension, isCompressed }: NewFile,
  content: Readable,
): Promise<StoredFile & { bytes: number }> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = path.join(folder, `${TEMPORARY}${randomBytes(8).toString('hex')}`)
  const hash = createHash('sha256')
  let bytes = 0
  const hashing = new Transform({
    transform: (part: Buffer, _encoding, done) => {
      hash.update(part)
      bytes += part.length
      done(null, part)
    },
  })
  try {
    const output = createWriteStream(temporary, { mode: 0o600, flags: 'wx', flush: true })
    if (isCompressed) await pipeline(content, createZstdCompress(), hashing, output)
    else await pipeline(content, hashing, output)
    const sha256 = hash.digest('hex')
    const earlier = (await storedFilesIn(folder)).find(
      (one) => one.name === name && one.extension === extension && one.sha256 !== sha256,
    )
    if (earlier) throw new Error(`${earlier.path} has another content`)
    const target = path.join(folder, `${name}.${sha256}.${extension}`)
    await rename(temporary, target)
    await syncFolder(folder)
    return { name, sha256, extension, path: target, bytes }
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** The SHA-256 of a file as it is on disk. */
export const hashOfFile = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** A refusal of a damaged archive. */
export const damaged = (why: string): StartRefused =>
  new StartRefused(`The backup is damaged and was not restored: ${why}.`)

/** @throws StartRefused unless a file has the content that its name says */
export const requireWhole = async ({ path: file, sha256 }: StoredFile): Promise<void> => {
  if ((await hashOfFile(file)) !== sha256) throw damaged(`${file} is not as it was`)
}

/** The content of a compressed file. */
export const readStored = ({ path: file }: StoredFile): Readable => {
  const content = createZstdDecompress()
  pipeline(createReadStream(file), content).catch((error: Error) => content.destroy(error))
  return content
}

/** Removes what writers that were killed left in a folder; only while no writer runs. */
export const removeTemporary = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(absent))
    if (name.startsWith(TEMPORARY)) await rm(path.join(folder, name), { force: true })
}

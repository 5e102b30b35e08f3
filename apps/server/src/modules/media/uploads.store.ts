import { createWriteStream } from 'node:fs'
import { open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { ERRORS, type Upload } from '@tus/server'

const INFO = '.json'

/**
 * The tus file store with two differences: what arrives is readable by the server's user alone, and a full disk is told
 * as what it is. What is on the disk is the offset, so a killed server goes on where it was.
 */
export class UploadStore extends FileStore {
  constructor(directory: string) {
    super({ directory })
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    const target = path.join(this.directory, upload.id)
    await writeFile(target, '', { mode: 0o600, flag: 'wx' })
    try {
      await this.configstore.set(upload.id, upload)
    } catch (error) {
      await removeUploadFiles(this.directory, upload.id)
      throw error
    }
    return upload
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(path.join(this.directory, id), { flags: 'r+', start: offset })
    try {
      await pipeline(content, file)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'ENOENT') throw ERRORS.FILE_NOT_FOUND
      throw error
    }
    return offset + file.bytesWritten
  }
}

/** Removes an upload's file and its note; fine where there is none. */
export const removeUploadFiles = async (directory: string, id: string): Promise<void> => {
  await rm(path.join(directory, id), { force: true })
  await rm(path.join(directory, `${id}${INFO}`), { force: true })
}

/** Ids of all uploads with anything on the disk. */
export const listUploads = async (directory: string): Promise<string[]> => [
  ...new Set((await readdir(directory)).map((name) => path.basename(name, INFO))),
]

/** Bytes that have arrived; null where there is no file. */
export const arrivedBytes = async (directory: string, id: string): Promise<number | null> => {
  try {
    return (await stat(path.join(directory, id))).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Returns once the upload's bytes are on the disk for good. */
export const syncUpload = async (directory: string, id: string): Promise<void> => {
  const handle = await open(path.join(directory, id), 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

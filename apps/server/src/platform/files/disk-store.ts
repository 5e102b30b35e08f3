import { randomBytes } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import {
  type ByteRange,
  type Content,
  type FileStore,
  isNoSuchFile,
  isStoreFile,
  isStoreKey,
  requireStoreKey,
  splitName,
} from './file-store.ts'

const SHARD = /^[a-z0-9]{2}$/
const TEMPORARY = '.new-'

function absent(error: unknown): null {
  if (isNoSuchFile(error)) return null
  throw error
}

async function namesIn(folder: string): Promise<Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? []
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes writes and renames in a folder survive a power failure. */
export function syncFolder(folder: string): Promise<void> {
  return sync(folder, 'r')
}

/** Makes a file's bytes survive a power failure. */
export function syncFile(file: string): Promise<void> {
  return sync(file, 'r+')
}

// Fails on purpose if another writer has added a file.
async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') absent(error)
  })
}

/**
 * Stores files on disk as `root/<first two of key>/<key>/<file>`, readable only by the server's user. A file is synced
 * and then renamed into place, so readers never see a partial one, not even after a crash.
 */
export class DiskStore implements FileStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  #folder(key: string): string {
    return path.join(this.#root, requireStoreKey(key).slice(0, 2), key)
  }

  #path(name: string): string {
    const { key, file } = splitName(name)
    return path.join(this.#folder(key), file)
  }

  async put(name: string, content: Content): Promise<number> {
    const target = this.#path(name)
    const folder = path.dirname(target)
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = path.join(folder, `${TEMPORARY}${randomBytes(8).toString('hex')}`)
    try {
      const handle = await open(temporary, 'wx', 0o600)
      let size = 0
      try {
        await handle.writeFile('path' in content ? createReadStream(content.path) : content)
        await handle.sync()
        size = (await handle.stat()).size
      } finally {
        await handle.close()
      }
      await rename(temporary, target)
      await syncFolder(folder)
      if (made) await syncFolder(path.dirname(folder))
      return size
    } catch (error) {
      await unlink(temporary).catch(absent)
      throw error
    }
  }

  async stat(name: string) {
    const facts = await stat(this.#path(name)).catch(absent)
    return facts?.isFile() ? { size: facts.size, modified: facts.mtime } : null
  }

  async read(name: string, range?: ByteRange): Promise<Readable> {
    const handle = await open(this.#path(name), 'r')
    return handle.createReadStream(range)
  }

  async files(key: string): Promise<string[]> {
    const entries = await namesIn(this.#folder(key))
    return entries
      .filter((entry) => entry.isFile() && isStoreFile(entry.name))
      .map(({ name }) => `${key}/${name}`)
      .sort()
  }

  async remove(name: string): Promise<void> {
    const file = this.#path(name)
    await unlink(file).catch(absent)
    await removeEmpty(path.dirname(file))
  }

  async removeKey(key: string): Promise<void> {
    await rm(this.#folder(key), { recursive: true, force: true })
  }

  async *keys() {
    for (const shard of await namesIn(this.#root)) {
      if (!shard.isDirectory() || !SHARD.test(shard.name)) continue
      for (const entry of await namesIn(path.join(this.#root, shard.name)))
        if (entry.isDirectory() && isStoreKey(entry.name)) yield entry.name
    }
  }

  async check(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    const probe = path.join(this.#root, `${TEMPORARY}${randomBytes(8).toString('hex')}`)
    const handle = await open(probe, 'wx', 0o600)
    try {
      await handle.writeFile('x')
    } finally {
      await handle.close()
      await unlink(probe)
    }
  }

  async removeTemporary(olderThanMs: number): Promise<number> {
    let removed = 0
    const sweep = async (folder: string) => {
      for (const entry of await namesIn(folder)) {
        if (!entry.name.startsWith(TEMPORARY)) continue
        const file = path.join(folder, entry.name)
        const facts = await stat(file).catch(absent)
        if (!facts || Date.now() - facts.mtimeMs < olderThanMs) continue
        await unlink(file).catch(absent)
        removed += 1
      }
    }
    await sweep(this.#root)
    for await (const key of this.keys()) await sweep(this.#folder(key))
    return removed
  }
}

import { randomBytes } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { FileStore } from './file-store.ts'

// Names are made by the server, so anything else is an error or an attack: no dots first, no separators, no case tricks.
const KEY = /^[a-z0-9]{8,64}$/
const FILE = /^[a-z0-9][a-z0-9.-]{0,63}$/
const SHARD = /^[a-z0-9]{2}$/
const TEMPORARY = '.new-'
/** A temporary file this old has no writer any more. */
const STALE_MS = 3600_000

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const absent = (error: unknown): null => {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
  throw error
}

const namesIn = async (folder: string): Promise<Dirent[]> =>
  (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? []

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Files on a disk under `root/<first two of key>/<key>/<file>`, readable by the server's user alone. A file appears by
 * rename after its bytes are on the disk, so a reader or a crash never sees half of one.
 */
export class DiskStore implements FileStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  #folder(key: string): string {
    if (!KEY.test(key)) throw new Error('not a key of this store')
    return path.join(this.#root, key.slice(0, 2), key)
  }

  #path(name: string): string {
    const [key = '', file = '', ...rest] = name.split('/')
    if (rest.length > 0 || !FILE.test(file)) throw new Error('not a file name of this store')
    return path.join(this.#folder(key), file)
  }

  async put(name: string, content: Uint8Array | Readable): Promise<number> {
    const target = this.#path(name)
    const folder = path.dirname(target)
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = path.join(folder, `${TEMPORARY}${randomBytes(8).toString('hex')}`)
    try {
      const handle = await open(temporary, 'wx', 0o600)
      let size = 0
      try {
        await handle.writeFile(content)
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

  read(name: string, range?: { start: number; end: number }): Readable {
    return createReadStream(this.#path(name), range)
  }

  async removeKey(key: string): Promise<void> {
    await rm(this.#folder(key), { recursive: true, force: true })
  }

  async *keys() {
    for (const shard of await namesIn(this.#root)) {
      if (!shard.isDirectory() || !SHARD.test(shard.name)) continue
      for (const entry of await namesIn(path.join(this.#root, shard.name))) {
        if (!KEY.test(entry.name)) continue
        const facts = await stat(path.join(this.#root, shard.name, entry.name)).catch(absent)
        if (facts) yield { key: entry.name, modified: facts.mtime }
      }
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

  /** Removes what a killed writer left behind; gives how many files that were. */
  async removeTemporary(olderThanMs = STALE_MS): Promise<number> {
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
    for await (const { key } of this.keys()) await sweep(this.#folder(key))
    return removed
  }
}

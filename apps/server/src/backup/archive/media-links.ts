import { constants } from 'node:fs'
import { copyFile, link, mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import {
  digestContent,
  type FileStore,
  isNoSuchFile,
  syncFile,
  syncFolder,
} from '../../platform/files/index.ts'
import { readList } from './archive-layout.ts'
import { damaged, hashOfFile, listNames, listStoredFiles, storeFile } from './stored-file.ts'

// A stored photo never changes, so the archive has a hard link to it, which takes up no space until the photo is
// deleted. After that, the link preserves the photo until the retention period ends. If the archive is on a different
// disk, it has a copy instead.

const Sums = z.object({ files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)) })
const GONE = 'gone'
const TEMPORARY = /^\.new-/

function absent(error: unknown): null {
  if (isNoSuchFile(error)) return null
  throw error
}

function getCode(error: unknown) {
  return (error as NodeJS.ErrnoException).code ?? ''
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (getCode(error) === 'EEXIST') return
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes(getCode(error))) throw error
    const half = `${to}.part`
    await copyFile(from, half, constants.COPYFILE_FICLONE)
    // The hash is computed from memory, so after a power failure a file could have the right name and hash but the
    // wrong bytes.
    await syncFile(half)
    await rename(half, to)
  }
}

/** Whether a restore has a media item's files. */
export type MediaResult = 'whole' | 'missing'

async function checkResult(key: string, stored: Pick<FileStore, 'files'>): Promise<MediaResult> {
  return (await stored.files(key)).length > 0 ? 'whole' : 'missing'
}

/** Links to the files of photos and videos. */
export class MediaLinks {
  readonly #links: string
  readonly #media: string

  constructor(archive: string, dataDir: string) {
    this.#links = path.join(archive, 'media')
    this.#media = path.join(dataDir, 'media')
  }

  #folder(root: string, key: string): string {
    return path.join(root, key.slice(0, 2), key)
  }

  /**
   * Reads the hashes of a key's files; null if there are none.
   * @throws StartRefused if the list is damaged
   */
  async #sums(key: string): Promise<Record<string, string> | null> {
    const list = (await listStoredFiles(this.#folder(this.#links, key))).find(({ name }) => name === 'sums')
    return list ? (await readList(list, Sums)).files : null
  }

  /** Creates missing links. Doesn't cover files in an object store, whose own versioning is their backup. */
  async add(key: string): Promise<void> {
    const from = this.#folder(this.#media, key)
    const to = this.#folder(this.#links, key)
    const names = (await listNames(from)).filter((name) => !TEMPORARY.test(name))
    if (names.length === 0) return
    const known = await this.#sums(key)
    if (known && names.every((name) => known[name])) return rm(path.join(to, GONE), { force: true })
    await mkdir(to, { recursive: true, mode: 0o700 })
    const files: Record<string, string> = { ...known }
    for (const name of names) {
      await linkOrCopy(path.join(from, name), path.join(to, name))
      files[name] ??= await hashOfFile(path.join(to, name))
    }
    for (const list of await listStoredFiles(to)) await rm(list.path)
    await storeFile(
      { folder: to, name: 'sums', extension: 'json', isCompressed: false },
      Readable.from([Buffer.from(JSON.stringify({ files }))]),
    )
    await syncFolder(path.dirname(to))
  }

  /** Iterates over the keys that have links. */
  async *keys(): AsyncGenerator<string> {
    for (const shard of await listNames(this.#links)) yield* await listNames(path.join(this.#links, shard))
  }

  /** Marks the links of a key without a row, and removes them if they were marked before `limit`. */
  async retire(key: string, limit: Date): Promise<void> {
    const folder = this.#folder(this.#links, key)
    const mark = path.join(folder, GONE)
    const since = await stat(mark).catch(() => null)
    if (!since) await writeFile(mark, '', { mode: 0o600 })
    else if (since.mtime < limit) await rm(folder, { recursive: true, force: true })
  }

  /** Unmarks a key that has a row again after a restore. */
  async revive(key: string): Promise<void> {
    await rm(path.join(this.#folder(this.#links, key), GONE), { force: true })
  }

  /**
   * Compares a key's linked files with their hashes; if there are none, checks whether the key is stored.
   * @throws StartRefused if a linked file is damaged
   */
  async check(key: string, stored: Pick<FileStore, 'files'>): Promise<MediaResult> {
    const sums = await this.#sums(key)
    if (!sums) return checkResult(key, stored)
    for (const [name, sha256] of Object.entries(sums))
      if (!(await this.#isWhole(key, name, sha256))) throw this.#damaged(key, name)
    return 'whole'
  }

  /**
   * Like {@link check}, but for a restore, which needs no link if the stored file is intact: a copy on another disk can
   * be damaged separately.
   * @throws StartRefused if a link is damaged and the stored file isn't intact either
   */
  async checkToRestore(key: string, stored: Pick<FileStore, 'files' | 'read'>): Promise<MediaResult> {
    const sums = await this.#sums(key)
    if (!sums) return checkResult(key, stored)
    for (const [name, sha256] of Object.entries(sums)) {
      if (await this.#isWhole(key, name, sha256)) continue
      const content = await stored.read(`${key}/${name}`).catch(absent)
      if (!content || (await digestContent(content)).sha256 !== sha256) throw this.#damaged(key, name)
    }
    return 'whole'
  }

  async #isWhole(key: string, name: string, sha256: string): Promise<boolean> {
    const file = path.join(this.#folder(this.#links, key), name)
    return (await hashOfFile(file).catch(absent)) === sha256
  }

  #damaged(key: string, name: string) {
    return damaged(`${path.join(this.#folder(this.#links, key), name)} was changed`)
  }

  /** Restores a key's files that have changed or are missing in the media folder. */
  async bringBack(key: string): Promise<void> {
    const to = this.#folder(this.#media, key)
    for (const [name, sha256] of Object.entries((await this.#sums(key)) ?? {})) {
      const target = path.join(to, name)
      if ((await hashOfFile(target).catch(absent)) === sha256) continue
      // If the link is damaged, the check has shown that the stored file is intact.
      if (!(await this.#isWhole(key, name, sha256))) continue
      await mkdir(to, { recursive: true, mode: 0o700 })
      await rm(target, { force: true })
      await linkOrCopy(path.join(this.#folder(this.#links, key), name), target)
      await syncFolder(to)
    }
    // The garbage collector uses their folder's timestamp to determine the age of unreferenced files.
    const now = new Date()
    await utimes(to, now, now).catch(absent)
  }
}

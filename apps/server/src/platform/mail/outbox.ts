import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** A stored email: its file, and when it was written. */
export type StoredMail = { name: string; writtenAt: Date; mail: Email }

/** Days that emails are stored. */
const RETENTION_DAYS = 30

const NAME = /^[\w-]{1,100}\.eml$/

function isOurs(name: string) {
  return /\.(eml|half)$/.test(name)
}

/** Emails stored as `<timestamp>-<id>.eml` files, readable only by the server's user. */
export class Outbox {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Stores an email atomically; emails with the same id are stored only once. */
  async put(id: string, message: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const files = await readdir(this.#folder)
    if (files.some((name) => name.endsWith(`-${id}.eml`))) return
    const timestamp = new Date().toISOString().replaceAll(/[-:.]/g, '')
    const half = join(this.#folder, `${timestamp}-${id}.half`)
    const file = await open(half, 'w', 0o600)
    try {
      await file.writeFile(message)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(half, join(this.#folder, `${timestamp}-${id}.eml`))
  }

  /** Returns at most `count` emails, newest first. */
  async newest(count: number): Promise<StoredMail[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const newest = names
      .filter((name) => NAME.test(name))
      .toSorted()
      .reverse()
      .slice(0, count)
    const mails = await Promise.all(newest.map((name) => this.read(name)))
    return mails.filter((one) => one !== null)
  }

  /** Reads an email by its file name; null if it doesn't exist. */
  async read(name: string): Promise<StoredMail | null> {
    if (!NAME.test(name)) return null
    const path = join(this.#folder, name)
    try {
      const [content, { mtime }] = await Promise.all([readFile(path), stat(path)])
      return { name, writtenAt: mtime, mail: await PostalMime.parse(content) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  /** Deletes emails older than thirty days. */
  async forgetOld(now = Date.now()): Promise<void> {
    const before = now - RETENTION_DAYS * 24 * 3600 * 1000
    for (const name of await this.#names()) {
      const path = join(this.#folder, name)
      const found = await stat(path).catch(() => null)
      if (found && found.mtimeMs < before) await rm(path, { force: true })
    }
  }

  /** Deletes everything sent to an email address or phone number. */
  async forgetTo(address: string): Promise<void> {
    for (const name of await this.#names()) {
      const stored = await this.read(name)
      // A phone number isn't an email address, so the parser treats it as a name.
      const isTo = stored?.mail.to?.some(
        (one) => (one.address || one.name).toLowerCase() === address.toLowerCase(),
      )
      if (isTo) await rm(join(this.#folder, name), { force: true })
    }
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.#folder).catch(() => [])).filter(isOurs)
  }
}

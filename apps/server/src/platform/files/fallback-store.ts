import type { Readable } from 'node:stream'
import { type ByteRange, type Content, type FileFacts, type FileStore, isNoSuchFile } from './file-store.ts'

/**
 * Writes new files to `first`; reads from `first`, then from `other`. Used while files are moved from `other` to
 * `first`. The mover copies a file before deleting it, so reading `first` again finds files that were moved in between.
 */
export class FallbackStore implements FileStore {
  readonly #first: FileStore
  readonly #other: FileStore
  readonly #looks: readonly FileStore[]

  constructor(first: FileStore, other: FileStore) {
    this.#first = first
    this.#other = other
    this.#looks = [first, other, first]
  }

  put(name: string, content: Content): Promise<number> {
    return this.#first.put(name, content)
  }

  async stat(name: string): Promise<FileFacts | null> {
    for (const store of this.#looks) {
      const facts = await store.stat(name)
      if (facts) return facts
    }
    return null
  }

  async read(name: string, range?: ByteRange): Promise<Readable> {
    for (const store of this.#looks.slice(0, -1)) {
      try {
        return await store.read(name, range)
      } catch (error) {
        if (!isNoSuchFile(error)) throw error
      }
    }
    return this.#first.read(name, range)
  }

  async files(key: string): Promise<string[]> {
    // In this order, a file that is being moved is at worst listed twice, but never omitted.
    const before = await this.#other.files(key)
    return [...new Set([...before, ...(await this.#first.files(key))])].sort()
  }

  async remove(name: string): Promise<void> {
    await this.#other.remove(name)
    await this.#first.remove(name)
  }

  async removeKey(key: string): Promise<void> {
    await this.#other.removeKey(key)
    await this.#first.removeKey(key)
  }

  async *keys() {
    const seen = new Set<string>()
    for (const store of [this.#other, this.#first])
      for await (const key of store.keys()) {
        if (seen.has(key)) continue
        seen.add(key)
        yield key
      }
  }

  check(): Promise<void> {
    return this.#first.check()
  }

  async removeTemporary(olderThanMs: number): Promise<number> {
    return (await this.#first.removeTemporary(olderThanMs)) + (await this.#other.removeTemporary(olderThanMs))
  }
}

import type { Readable } from 'node:stream'

/** A file's metadata. */
export type FileFacts = { size: number; modified: Date }

/** A byte range from `start` to `end`, both inclusive. */
export type ByteRange = { start: number; end: number }

/** A file's content: bytes in memory, or a local file, which can be read more than once. */
export type Content = Uint8Array | { path: string }

/**
 * Stores files by name: `<key>/<file>`. Writes are atomic, and names are never listed to clients. There are two
 * implementations, a disk store and an object store, which pass the same tests.
 */
export type FileStore = {
  /** Writes all or nothing, replacing an existing file; returns the size in bytes. */
  put: (name: string, content: Content) => Promise<number>
  /** Returns null if the file doesn't exist. */
  stat: (name: string) => Promise<FileFacts | null>
  /**
   * Reads a file or a part of it.
   * @throws Error with the code `ENOENT` if the file doesn't exist; later errors are stream errors
   */
  read: (name: string, range?: ByteRange) => Promise<Readable>
  /** Lists a key's files as `<key>/<file>`, sorted. */
  files: (key: string) => Promise<string[]>
  /** Deletes a file if it exists. */
  remove: (name: string) => Promise<void>
  /** Deletes all of a key's files. */
  removeKey: (key: string) => Promise<void>
  /** Iterates over all keys that have files, unordered. Reads the whole store, which is slow for a large one. */
  keys: () => AsyncIterable<string>
  /** @throws Error if files can't be written */
  check: () => Promise<void>
  /** Deletes old temporary files, which killed writers left behind; returns how many. */
  removeTemporary: (olderThanMs: number) => Promise<number>
}

/**
 * Thrown if the store didn't respond or returned errors on every attempt. Either nothing was changed, or nothing refers
 * to the change.
 */
export class StorageUnavailable extends Error {
  readonly code = 'STORAGE_UNAVAILABLE'
  /** Whether the store rejected the request, so that a retry would fail too. */
  readonly isRefusal: boolean
  constructor(message: string, { cause, isRefusal = false }: { cause?: unknown; isRefusal?: boolean } = {}) {
    super(message, { cause })
    this.name = 'StorageUnavailable'
    this.isRefusal = isRefusal
  }
}

/** Creates the error for reading a file that doesn't exist. */
export function noSuchFile(name: string): Error {
  return Object.assign(new Error(`no such file: ${name}`), { code: 'ENOENT' })
}

/** Whether an error means that a file doesn't exist. */
export function isNoSuchFile(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')
}

// The server creates all names, without leading dots, separators, or uppercase. Other formats are a bug or an attack.
const KEY = /^[a-z0-9]{8,64}$/
const FILE = /^[a-z0-9][a-z0-9.-]{0,63}$/

/** Whether a string has the format of a key. */
export function isStoreKey(text: string): boolean {
  return KEY.test(text)
}

/** Whether a string has the format of a file name. */
export function isStoreFile(text: string): boolean {
  return FILE.test(text)
}

/**
 * Returns the key if its format is valid.
 * @throws Error for any other format
 */
export function requireStoreKey(key: string): string {
  if (!KEY.test(key)) throw new Error('not a key of this store')
  return key
}

/**
 * Splits a name into key and file.
 * @throws Error for any other format
 */
export function splitName(name: string): { key: string; file: string } {
  const [key = '', file = '', ...rest] = name.split('/')
  if (rest.length > 0 || !FILE.test(file)) throw new Error('not a file name of this store')
  return { key: requireStoreKey(key), file }
}

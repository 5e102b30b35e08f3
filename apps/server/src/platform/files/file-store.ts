import type { Readable } from 'node:stream'

/** Metadata of a file. */
export type FileFacts = { size: number; modified: Date }

/** A byte range from `start` to `end`, both inclusive. */
export type ByteRange = { start: number; end: number }

/** The content of a file: bytes in memory, or a local file, which can be read more than once. */
export type Content = Uint8Array | { path: string }

/**
 * Stores files by name `<key>/<file>`. Writes are atomic, and names are never listed to clients. A disk store and an
 * object store implement it and pass the same tests.
 */
export type FileStore = {
  /** Writes all or nothing, replacing an existing file; returns the size in bytes. */
  put: (name: string, content: Content) => Promise<number>
  /** Null if the file does not exist. */
  stat: (name: string) => Promise<FileFacts | null>
  /**
   * The content or a part of it.
   * @throws Error with the code `ENOENT` if the file does not exist; later errors are errors of the stream
   */
  read: (name: string, range?: ByteRange) => Promise<Readable>
  /** Names of a key's files as `<key>/<file>`, sorted. */
  files: (key: string) => Promise<string[]>
  /** Deletes one file, if it exists. */
  remove: (name: string) => Promise<void>
  /** Deletes every file of a key, if there are any. */
  removeKey: (key: string) => Promise<void>
  /** Every key that has files, unordered. Reads the whole store, which is slow for a large one. */
  keys: () => AsyncIterable<string>
  /** @throws Error if files can't be written */
  check: () => Promise<void>
  /** Deletes files left by killed writers that are older than this; returns how many. */
  removeTemporary: (olderThanMs: number) => Promise<number>
}

/**
 * The store failed to respond, or returned errors, on every retry. Nothing has changed, or nothing references what has.
 */
export class StorageUnavailable extends Error {
  readonly code = 'STORAGE_UNAVAILABLE'
  /** Whether the store rejected the request, so that a retry would fail, too. */
  readonly isRefusal: boolean
  constructor(message: string, { cause, isRefusal = false }: { cause?: unknown; isRefusal?: boolean } = {}) {
    super(message, { cause })
    this.name = 'StorageUnavailable'
    this.isRefusal = isRefusal
  }
}

/** The error of reading a file that does not exist. */
export const noSuchFile = (name: string): Error =>
  Object.assign(new Error(`no such file: ${name}`), { code: 'ENOENT' })

/** Whether an error means that a file does not exist. */
export const isNoSuchFile = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')

// The server creates all names, so any other form is a bug or an attack: no leading dots, separators, or upper case.
const KEY = /^[a-z0-9]{8,64}$/
const FILE = /^[a-z0-9][a-z0-9.-]{0,63}$/

/** Whether a text has the format of a key. */
export const isStoreKey = (text: string): boolean => KEY.test(text)

/** Whether a text has the format of a file name. */
export const isStoreFile = (text: string): boolean => FILE.test(text)

/**
 * Returns the key.
 * @throws Error for any other format
 */
export const requireStoreKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error('not a key of this store')
  return key
}

/**
 * Splits a name.
 * @throws Error for any other format
 */
export const splitName = (name: string): { key: string; file: string } => {
  const [key = '', file = '', ...rest] = name.split('/')
  if (rest.length > 0 || !FILE.test(file)) throw new Error('not a file name of this store')
  return { key: requireStoreKey(key), file }
}

import type { Readable } from 'node:stream'

/** Facts about a file without its content. */
export type FileFacts = { size: number; modified: Date }

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

/** What a file is made of: bytes in memory, or a file on this machine, which may be read more than once. */
export type Content = Uint8Array | { path: string }

/**
 * Stores files by name `<key>/<file>`; a write is atomic, and names are never listed to clients. Implemented by a disk
 * and by an object store, which pass the same tests.
 */
export type FileStore = {
  /** Writes all or nothing, replacing a file of this name; returns the size in bytes. */
  put: (name: string, content: Content) => Promise<number>
  /** Null if there is no such file. */
  stat: (name: string) => Promise<FileFacts | null>
  /**
   * The content, or a part of it.
   * @throws Error with the code `ENOENT` if there is no such file; later errors are errors of the stream
   */
  read: (name: string, range?: ByteRange) => Promise<Readable>
  /** Names of the files of a key, as `<key>/<file>`, in order. */
  files: (key: string) => Promise<string[]>
  /** Deletes one file, if it exists. */
  remove: (name: string) => Promise<void>
  /** Deletes every file of a key, if there are any. */
  removeKey: (key: string) => Promise<void>
  /** Every key with files, in no order. Reads the whole store, which takes long for a large one. */
  keys: () => AsyncIterable<string>
  /** Throws when files cannot be written. */
  check: () => Promise<void>
  /** Deletes what killed writers left, if it is so old; returns how many files. */
  removeTemporary: (olderThanMs: number) => Promise<number>
}

/**
 * The store does not answer, or answers with errors, after several tries. Nothing was changed, or what was is not
 * referred to.
 */
export class StorageUnavailable extends Error {
  readonly code = 'STORAGE_UNAVAILABLE'
  /** Whether the store understood and refused: trying again would end the same. */
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

/** Whether an error says that a file does not exist. */
export const isNoSuchFile = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')

// The server makes all names, so any other form is an error or an attack: no leading dots, separators or upper case.
const KEY = /^[a-z0-9]{8,64}$/
const FILE = /^[a-z0-9][a-z0-9.-]{0,63}$/

/** Whether a text has the form of a key. */
export const isStoreKey = (text: string): boolean => KEY.test(text)

/** Whether a text has the form of a file name. */
export const isStoreFile = (text: string): boolean => FILE.test(text)

/** Returns the key. @throws Error for a text of another form */
export const requireStoreKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error('not a key of this store')
  return key
}

/** Splits a name. @throws Error for a name of another form */
export const splitName = (name: string): { key: string; file: string } => {
  const [key = '', file = '', ...rest] = name.split('/')
  if (rest.length > 0 || !FILE.test(file)) throw new Error('not a file name of this store')
  return { key: requireStoreKey(key), file }
}

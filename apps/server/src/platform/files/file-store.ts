import type { Readable } from 'node:stream'

/** What a store knows of a file without reading it. */
export type FileFacts = { size: number; modified: Date }

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Where files live: by name `<key>/<file>`, never overwritten half-way, never listed to the outside. A disk today; an
 * object store has the same few operations.
 */
export type FileStore = {
  /** Writes all or nothing, replacing what had this name; gives the size in bytes. */
  put: (name: string, content: Uint8Array | Readable) => Promise<number>
  /** Null when there is no such file. */
  stat: (name: string) => Promise<FileFacts | null>
  /** The content, or a part of it. Errors of reading come out of the stream. */
  read: (name: string, range?: ByteRange) => Readable
  /** Removes every file of a key; a key without files is fine. */
  removeKey: (key: string) => Promise<void>
  /** Every key that has files, in no order, with the time of its last change. */
  keys: () => AsyncIterable<{ key: string; modified: Date }>
  /** Throws when files cannot be written. */
  check: () => Promise<void>
}

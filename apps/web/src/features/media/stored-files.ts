import { del, delMany, entries, promisifyRequest, set } from 'idb-keyval'
import { uploadStore as store } from '../../lib/drafts/stored-uploads.ts'
import type { Position } from './photo-position.ts'

/** A selected file in a form that survives a page reload. */
export type StoredFile = {
  id: string
  name: string
  kind: 'image' | 'video'
  /** The bytes to upload, already downscaled. */
  blob: Blob
  position: Position | null
  /** The sort key for the list, ascending. */
  order: number
  /** The upload URL, once the server has returned one. */
  url: string | null
  /** Whether the server has received all bytes and is processing them. */
  sent: boolean
  /** Its description; missing or null if it was never described. */
  alt_text?: string | null | undefined
}

function buildKey(owner: string, id: string) {
  return `${owner}/${id}`
}

// In browsers that can't store files (private windows, full disks), uploads still work but don't survive a reload.
async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch {}
}

function isWhole(file: Partial<StoredFile> | undefined): file is StoredFile {
  return file?.blob instanceof Blob
}

/** Returns a person's files on this device, in order. Deletes files without bytes, because they can't be uploaded. */
export async function storedFiles(owner: string): Promise<StoredFile[]> {
  try {
    const all = await entries<string, Partial<StoredFile> | undefined>(store())
    const own = all.filter(([key]) => key.startsWith(`${owner}/`))
    const empty = own.filter(([, file]) => !isWhole(file)).map(([key]) => key)
    if (empty.length > 0) void quietly(() => delMany(empty, store()))
    return own
      .map(([, file]) => file)
      .filter(isWhole)
      .sort((a, b) => a.order - b.order)
  } catch {
    return []
  }
}

/** Stores a file. */
export function storeFile(owner: string, file: StoredFile): Promise<void> {
  return quietly(() => set(buildKey(owner, file.id), file, store()))
}

/** Updates a file's stored state. Does nothing if the file isn't stored. */
export function patchFile(
  owner: string,
  id: string,
  change: Partial<Omit<StoredFile, 'id' | 'blob'>>,
): Promise<void> {
  return quietly(() =>
    store()('readwrite', (files) => {
      const key = buildKey(owner, id)
      const known = files.get(key) as IDBRequest<StoredFile | undefined>
      // This must run in the request's own event, because the transaction may already have ended by the next promise.
      known.addEventListener('success', () => {
        if (known.result) files.put({ ...known.result, ...change }, key)
      })
      return promisifyRequest(files.transaction)
    }),
  )
}

/** Deletes a file. */
export function dropFile(owner: string, id: string): Promise<void> {
  return quietly(() => del(buildKey(owner, id), store()))
}

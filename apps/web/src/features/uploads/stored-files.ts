import { createStore, del, entries, set, update, type UseStore } from 'idb-keyval'
import type { Position } from './photo-position.ts'

/** A chosen file as it outlives a reload of the page. */
export type StoredFile = {
  id: string
  name: string
  kind: 'image' | 'video'
  /** What is sent: already shrunk. */
  blob: Blob
  position: Position | null
  /** Place in the list; small first. */
  order: number
  /** Address of the upload once the server gave one. */
  url: string | null
  /** All bytes have arrived; the rest is the server's work. */
  sent: boolean
}

let opened: UseStore | null = null
const store = () => {
  opened ??= createStore('nollie.uploads', 'files')
  return opened
}
const keyOf = (owner: string, id: string) => `${owner}/${id}`

// Where a browser keeps no files (private windows, full disks) uploads still work; they only do not outlive a reload.
const quietly = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch {}
}

/** The files somebody left here, in their order. */
export async function storedFiles(owner: string): Promise<StoredFile[]> {
  try {
    const all = await entries<string, StoredFile>(store())
    return all
      .filter(([key]) => key.startsWith(`${owner}/`))
      .map(([, file]) => file)
      .sort((a, b) => a.order - b.order)
  } catch {
    return []
  }
}

/** Keeps a file. */
export const storeFile = (owner: string, file: StoredFile): Promise<void> =>
  quietly(() => set(keyOf(owner, file.id), file, store()))

/** Changes what is remembered of a kept file. */
export const patchFile = (
  owner: string,
  id: string,
  change: Partial<Omit<StoredFile, 'id' | 'blob'>>,
): Promise<void> =>
  quietly(() =>
    update<StoredFile>(keyOf(owner, id), (known) => ({ ...(known as StoredFile), ...change }), store()),
  )

/** Forgets a file. */
export const dropFile = (owner: string, id: string): Promise<void> =>
  quietly(() => del(keyOf(owner, id), store()))

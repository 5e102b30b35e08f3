import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'
import type { Waiting, WaitingFile } from './list.ts'

// One database for entries and files, so that an entry is never stored without its files.
let opened: UseStore | null = null
const store = (): UseStore => {
  opened ??= createStore('nollie.waiting', 'things')
  return opened
}

const entryKey = (id: string) => ['entry', id]
const fileKey = (id: string, index: number) => ['file', id, index]
// An array sorts behind every number and text.
const allUnder = (...start: string[]) => IDBKeyRange.bound(start, [...start, []])

const isEntry = (value: unknown): value is Waiting => {
  const { id, user_id, kind, target, order } = (value ?? {}) as Partial<Waiting>
  return [id, user_id, kind, target].every((text) => typeof text === 'string') && typeof order === 'number'
}

/** There was no room on this device, or it stores nothing at all (a private window). */
export class DeviceFull extends Error {
  override name = 'DeviceFull'
}

/** Runs `work` in one transaction: all of it or nothing. */
const change = async (work: (things: IDBObjectStore) => void): Promise<void> => {
  try {
    await store()('readwrite', (things) => {
      work(things)
      return promisifyRequest(things.transaction)
    })
  } catch (error) {
    throw new DeviceFull(String(error))
  }
}

const remove = (things: IDBObjectStore, id: string): void => {
  things.delete(entryKey(id))
  things.delete(allUnder('file', id))
}

/** All entries on this device, of whomever, in order. */
export const readEntries = async (): Promise<Waiting[]> => {
  try {
    const found = await store()('readonly', (things) =>
      promisifyRequest<unknown[]>(things.getAll(allUnder('entry'))),
    )
    return found.filter(isEntry).sort((a, b) => a.order - b.order)
  } catch {
    return []
  }
}

/**
 * Stores an entry with its files in place of the entries `replaced`.
 * @throws DeviceFull, and then nothing is changed
 */
export const storeEntry = (
  entry: Waiting,
  files: readonly WaitingFile[],
  replaced: readonly string[],
): Promise<void> =>
  change((things) => {
    for (const id of replaced) remove(things, id)
    things.put(entry, entryKey(entry.id))
    for (const [index, file] of files.entries()) things.put(file, fileKey(entry.id, index))
  })

// In the request's own event: a promise later the transaction may have ended.
const patch = (key: IDBValidKey, next: object) =>
  change((things) => {
    const known = things.get(key)
    known.addEventListener('success', () => {
      if (known.result) things.put({ ...known.result, ...next }, key)
    })
  })

/** Changes an entry; does nothing if it is not there any more. */
export const patchEntry = (id: string, next: Partial<Omit<Waiting, 'id'>>): Promise<void> =>
  patch(entryKey(id), next)

/** Changes what is known of an upload; does nothing if the file is not there any more. */
export const patchWaitingFile = (
  id: string,
  index: number,
  next: Pick<Partial<WaitingFile>, 'url' | 'sent'>,
): Promise<void> => patch(fileKey(id, index), next)

/** The files of an entry, in their order. */
export const readFiles = (id: string): Promise<WaitingFile[]> =>
  store()('readonly', (things) => promisifyRequest<WaitingFile[]>(things.getAll(allUnder('file', id))))

/** Deletes entries with their files. */
export const dropEntries = (ids: readonly string[]): Promise<void> =>
  change((things) => {
    for (const id of ids) remove(things, id)
  })

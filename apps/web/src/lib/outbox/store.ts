import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'
import { DeviceFull } from './device-full.ts'
import type { Waiting, WaitingFile } from './entry.ts'

// Entries and files share a database, so that an entry is never stored without its files.
let opened: UseStore | null = null

function store(): UseStore {
  opened ??= createStore('nollie.waiting', 'entries')
  return opened
}

function entryKey(id: string) {
  return ['entry', id]
}

function fileKey(id: string, index: number) {
  return ['file', id, index]
}

// IndexedDB sorts arrays after all numbers and strings.
function allUnder(...start: string[]) {
  return IDBKeyRange.bound(start, [...start, []])
}

function isEntry(value: unknown): value is Waiting {
  const { id, user_id, kind, target, order } = (value ?? {}) as Partial<Waiting>
  return [id, user_id, kind, target].every((text) => typeof text === 'string') && typeof order === 'number'
}

/** Runs `work` in a single transaction. */
async function change(work: (objects: IDBObjectStore) => void): Promise<void> {
  try {
    await store()('readwrite', (objects) => {
      try {
        work(objects)
      } catch (error) {
        objects.transaction.abort()
        throw error
      }
      return promisifyRequest(objects.transaction)
    })
  } catch (error) {
    throw new DeviceFull(String(error))
  }
}

function remove(objects: IDBObjectStore, id: string): void {
  objects.delete(entryKey(id))
  objects.delete(allUnder('file', id))
}

/** Returns all entries on this device, for every person, in order. */
export async function readEntries(): Promise<Waiting[]> {
  try {
    const found = await store()('readonly', (objects) =>
      promisifyRequest<unknown[]>(objects.getAll(allUnder('entry'))),
    )
    return found.filter(isEntry).sort((a, b) => a.order - b.order)
  } catch {
    return []
  }
}

/**
 * Stores an entry with its files, and removes the entries in `replaced`.
 * @throws DeviceFull, in which case nothing is changed
 */
export function storeEntry(
  entry: Waiting,
  files: readonly WaitingFile[],
  replaced: readonly string[],
): Promise<void> {
  return change((objects) => {
    for (const id of replaced) remove(objects, id)
    objects.put(entry, entryKey(entry.id))
    for (const [index, file] of files.entries()) objects.put(file, fileKey(entry.id, index))
  })
}

// Runs in the read request's event, because the transaction may have ended by the next promise.
function patch(key: IDBValidKey, next: object) {
  return change((objects) => {
    const known = objects.get(key)
    known.addEventListener('success', () => {
      if (known.result) objects.put({ ...known.result, ...next }, key)
    })
  })
}

/** Changes an entry; does nothing if it no longer exists. */
export function patchEntry(id: string, next: Partial<Omit<Waiting, 'id'>>): Promise<void> {
  return patch(entryKey(id), next)
}

/** Changes an upload's state; does nothing if the file no longer exists. */
export function patchWaitingFile(
  id: string,
  index: number,
  next: Pick<Partial<WaitingFile>, 'url' | 'sent'>,
): Promise<void> {
  return patch(fileKey(id, index), next)
}

/** Returns an entry's files, in order. */
export function readFiles(id: string): Promise<WaitingFile[]> {
  return store()('readonly', (objects) =>
    promisifyRequest<WaitingFile[]>(objects.getAll(allUnder('file', id))),
  )
}

/** Deletes entries along with their files. */
export function dropEntries(ids: readonly string[]): Promise<void> {
  return change((objects) => {
    for (const id of ids) remove(objects, id)
  })
}

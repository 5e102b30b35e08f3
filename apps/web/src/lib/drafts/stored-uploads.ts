import { createStore, delMany, keys, type UseStore } from 'idb-keyval'

let opened: UseStore | null = null

/** Returns the store for files chosen in forms. Keys start with the name of the list they belong to. */
export function uploadStore(): UseStore {
  opened ??= createStore('nollie.uploads', 'files')
  return opened
}

/** Returns the keys of all of a person's files, in every list. */
export async function listPersonUploads(user_id: string): Promise<string[]> {
  const all = await keys<string>(uploadStore())
  return all.filter((name) => name.startsWith(`${user_id}/`) || name.startsWith(`${user_id}:`))
}

/** Deletes a person's files from this device. */
export async function dropUploadsOfPerson(user_id: string): Promise<void> {
  return delMany(await listPersonUploads(user_id), uploadStore())
}

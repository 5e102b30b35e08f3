import { createStore, delMany, keys, type UseStore } from 'idb-keyval'

let opened: UseStore | null = null

/** Where this device stores the files that are chosen in forms, under the name of their list. */
export const uploadStore = (): UseStore => {
  opened ??= createStore('nollie.uploads', 'files')
  return opened
}

/** The names of the files of a person, in whatever list. */
export const uploadsOfPerson = async (user_id: string): Promise<string[]> => {
  const all = await keys<string>(uploadStore())
  return all.filter((name) => name.startsWith(`${user_id}/`) || name.startsWith(`${user_id}:`))
}

/** Deletes the files of a person from this device. */
export const dropUploadsOfPerson = async (user_id: string): Promise<void> =>
  delMany(await uploadsOfPerson(user_id), uploadStore())

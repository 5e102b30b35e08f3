import type { FileStore } from '../src/platform/files/index.ts'

/** Every key with files in a store, in order. */
export const keysIn = async (store: FileStore): Promise<string[]> => {
  const keys: string[] = []
  for await (const key of store.keys()) keys.push(key)
  return keys.sort()
}

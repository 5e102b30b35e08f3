import type { FileStore } from '../../src/platform/files/index.ts'

/** Returns every key that has files in a store, in order. */
export async function keysIn(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.keys()) keys.push(key)
  return keys.sort()
}

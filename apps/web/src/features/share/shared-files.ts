/** The cache where the service worker stores files shared with Nollie (`worker/shared-files.ts`). */
const SHARED = 'shared-files'
/** Files older than this (ms) are ignored, because they may be another person's. */
const LIFE_MS = 3_600_000

async function readSharedFile(response: Response): Promise<File | null> {
  const { headers } = response
  if (Date.now() - Number(headers.get('x-stored-at')) > LIFE_MS) return null
  const name = decodeURIComponent(headers.get('x-name') ?? '')
  return new File([await response.blob()], name, { type: headers.get('content-type') ?? '' })
}

/** Returns the files that the device shared with Nollie, and deletes them from the cache. */
export async function takeSharedFiles(): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(SHARED))) return []
  const cache = await caches.open(SHARED)
  const responses = await cache.matchAll()
  await caches.delete(SHARED)
  const files = await Promise.all(responses.map(readSharedFile))
  return files.filter((file) => file !== null)
}

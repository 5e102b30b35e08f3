import type { AreaName, AreaSpot, Box, ListPage, StreetMap } from '@nollie/contract'

// Map areas stored on this device (docs/decisions/0088-without-a-network.md). The page writes them
// (`features/stored-areas`); the service worker serves and deletes them (`worker/stored-area-answers.ts`).

/** A map area stored on this device. */
export type StoredArea = {
  id: string
  /** The user who stored it. */
  owner: string
  name: string
  box: Box
  /** The key of a spot list. A list has no box, streets, or names. */
  list_key?: string
  stored_at: string
  /** When the whole area was last updated; null if its download never finished. */
  refreshed_at: string | null
  /** Why the area isn't up to date; null if it's up to date or being downloaded. */
  failure: 'offline' | 'full' | 'refused' | null
  spots: number
  /** The space (bytes) that the area uses on this device. */
  bytes: number
}

/** Cache for the list of areas, their spots and names, and the street map's metadata. */
export const STORED_AREAS = 'stored-areas'
/** Cache for one photo per spot. */
export const AREA_PICTURES = 'area-pictures'
export const AREA_STREETS = 'area-streets'

const LIST = '/areas/areas'
/** Cache key for the street map's metadata. */
export const STREET_MAP = '/areas/street-map'
/** Headers of a stored response: its size on this device, its ETag, and its street map version. */
export const BYTES = 'x-bytes'
export const TAG = 'x-tag'
export const VERSION = 'x-version'

/** Returns the cache key for a page of an area's spots. */
export function spotsKey(id: string, page: number): string {
  return `/areas/${id}/spots/${page}`
}

/** Returns the cache key for an area's names. */
export function namesKey(id: string): string {
  return `/areas/${id}/names`
}

/** Returns the cache key for a street tile. */
export function tileKey({ z, x, y }: { z: number; x: number; y: number }): string {
  return `/areas/tiles/${z}/${x}/${y}`
}

/** Creates a response with a compressed body and the body's size in a header. */
export async function packed(body: Blob | string, headers: Record<string, string> = {}): Promise<Response> {
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))
  const blob = await new Response(stream).blob()
  return new Response(blob, { headers: { ...headers, [BYTES]: String(blob.size) } })
}

/** Decompresses a response created by {@link packed}. */
export function unpacked({ body }: Response): Response {
  return new Response(body?.pipeThrough(new DecompressionStream('gzip') as never) ?? null)
}

async function readFrom(cache: string, key: string): Promise<Response | undefined> {
  return (await caches.has(cache)) ? (await caches.open(cache)).match(key) : undefined
}

async function json<T>(found: Response | undefined): Promise<T | null> {
  return found ? ((await unpacked(found).json()) as T) : null
}

/** Returns the areas stored on this device. */
export async function readStoredAreas(): Promise<StoredArea[]> {
  const found = await readFrom(STORED_AREAS, LIST)
  return found ? ((await found.json()) as StoredArea[]) : []
}

/** Replaces the list of areas. Concurrent changes from several windows run one after the other. */
export function changeAreas(change: (areas: StoredArea[]) => StoredArea[]): Promise<StoredArea[]> {
  return navigator.locks.request(STORED_AREAS, async () => {
    // Open the cache first: if it's deleted because its owner signs out, this write can't recreate it.
    const cache = await caches.open(STORED_AREAS)
    const areas = change(await readStoredAreas())
    await cache.put(LIST, new Response(JSON.stringify(areas)))
    return areas
  })
}

/** A stored page of an area's spots. For a list, it also contains the list. */
export type SpotsPage = {
  cursor: string | null
  items: AreaSpot[]
  next_cursor: string | null
  list?: ListPage
}

/** Returns the pages of an area's spots, in order. */
export async function readStoredPages(id: string): Promise<SpotsPage[]> {
  const pages: SpotsPage[] = []
  for (;;) {
    const page = await json<SpotsPage>(await readFrom(STORED_AREAS, spotsKey(id, pages.length)))
    if (!page) return pages
    pages.push(page)
  }
}

/** Returns an area's names. */
export async function readStoredNames(id: string): Promise<AreaName[]> {
  return (await json<AreaName[]>(await readFrom(STORED_AREAS, namesKey(id)))) ?? []
}

/** Returns the street map that the stored tiles belong to; null if there is none. */
export async function readStoredStreetMap(): Promise<StreetMap | null> {
  return json<StreetMap>(await readFrom(STORED_AREAS, STREET_MAP))
}

/** Deletes all stored areas. */
export async function dropAreas(): Promise<void> {
  await Promise.all([STORED_AREAS, AREA_PICTURES, AREA_STREETS].map((name) => caches.delete(name)))
}

import type { AreaName, AreaSpot, Box, ListPage, StreetMap } from '@nollie/contract'

// Parts of the map that this device stores (docs/decisions/0095-stored-areas.md). The page writes them
// (`features/stored-areas`), the service worker answers with them and deletes them (`worker/stored-area-answers.ts`).

/** A part of the map that this device stores. */
export type StoredArea = {
  id: string
  /** Whose it is. */
  owner: string
  name: string
  box: Box
  /** Of a list of spots: by what it is read. Then it has no box, no streets and no names. */
  list_key?: string
  stored_at: string
  /** When all of it was brought up to date; null while it was never whole. */
  refreshed_at: string | null
  /** Why it is not up to date; null if it is, or is being brought. */
  failure: 'offline' | 'full' | 'refused' | null
  spots: number
  /** What it takes on this device. */
  bytes: number
}

/** The list of areas, their spots and names, and the description of the streets. */
export const STORED_AREAS = 'stored-areas'
/** One picture for each spot. */
export const AREA_PICTURES = 'area-pictures'
export const AREA_STREETS = 'area-streets'

const LIST = '/areas/areas'
/** Where the description of the streets is stored. */
export const STREET_MAP = '/areas/street-map'
/** Of an entry: what it takes on this device; its tag at the server; the version of its street map. */
export const BYTES = 'x-bytes'
export const TAG = 'x-tag'
export const VERSION = 'x-version'

/** Where a page of an area's spots is stored. */
export const spotsKey = (id: string, page: number): string => `/areas/${id}/spots/${page}`
/** Where an area's names are stored. */
export const namesKey = (id: string): string => `/areas/${id}/names`
/** Where a tile of streets is stored. */
export const tileKey = ({ z, x, y }: { z: number; x: number; y: number }): string =>
  `/areas/tiles/${z}/${x}/${y}`

/** A response whose body is compressed, with what it takes in a header. */
export const packed = async (
  body: Blob | string,
  headers: Record<string, string> = {},
): Promise<Response> => {
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))
  const blob = await new Response(stream).blob()
  return new Response(blob, { headers: { ...headers, [BYTES]: String(blob.size) } })
}

/** The body of what {@link packed} made. */
export const unpacked = ({ body }: Response): Response =>
  new Response(body?.pipeThrough(new DecompressionStream('gzip') as never) ?? null)

const readFrom = async (cache: string, key: string): Promise<Response | undefined> =>
  (await caches.has(cache)) ? (await caches.open(cache)).match(key) : undefined

const json = async <T>(found: Response | undefined): Promise<T | null> =>
  found ? ((await unpacked(found).json()) as T) : null

/** The areas that this device stores. */
export const storedAreas = async (): Promise<StoredArea[]> => {
  const found = await readFrom(STORED_AREAS, LIST)
  return found ? ((await found.json()) as StoredArea[]) : []
}

/** Replaces the list of areas; writers of several windows wait for each other. */
export const changeAreas = (change: (areas: StoredArea[]) => StoredArea[]): Promise<StoredArea[]> =>
  navigator.locks.request(STORED_AREAS, async () => {
    // Opened first: once it is deleted, with its owner's session, nothing comes back by it.
    const cache = await caches.open(STORED_AREAS)
    const areas = change(await storedAreas())
    await cache.put(LIST, new Response(JSON.stringify(areas)))
    return areas
  })

/** A stored page of an area's spots; that of a list has the list, too. */
export type SpotsPage = {
  cursor: string | null
  items: AreaSpot[]
  next_cursor: string | null
  list?: ListPage
}

/** The pages of an area's spots, in their order. */
export const storedPages = async (id: string): Promise<SpotsPage[]> => {
  const pages: SpotsPage[] = []
  for (;;) {
    const page = await json<SpotsPage>(await readFrom(STORED_AREAS, spotsKey(id, pages.length)))
    if (!page) return pages
    pages.push(page)
  }
}

/** The names of an area. */
export const storedNames = async (id: string): Promise<AreaName[]> =>
  (await json<AreaName[]>(await readFrom(STORED_AREAS, namesKey(id)))) ?? []

/** The street map of which tiles are stored. */
export const storedStreetMap = async (): Promise<StreetMap | null> =>
  json<StreetMap>(await readFrom(STORED_AREAS, STREET_MAP))

/** Deletes everything that is stored. */
export const dropAreas = async (): Promise<void> => {
  await Promise.all([STORED_AREAS, AREA_PICTURES, AREA_STREETS].map((name) => caches.delete(name)))
}

import type { AreaName, AreaSpot, ListPage } from '@nollie/contract'
import {
  AREA_PICTURES,
  AREA_STREETS,
  readStoredAreas,
  type StoredArea,
  readStoredNames,
  readStoredPages,
  readStoredStreetMap,
  tileKey,
  unpacked,
  VERSION,
} from '../lib/places/stored-areas.ts'
import { placesAnswer } from './stored-area-places.ts'
import {
  boundsAnswer,
  findPinCard,
  cardWithId,
  isInView,
  listAnswer,
  mapAnswer,
  suggestionsAnswer,
  parseView,
} from './stored-area-spots.ts'

// Responds to map requests from the areas stored on this device (docs/decisions/0088-without-a-network.md).

type Stored = { spots: AreaSpot[]; names: AreaName[]; lists: Map<string, ListPage> }

/**
 * From this zoom level on, a view shows one region, and a stored area has more data about it than a cached world view.
 */
const REGION_ZOOM = 8

// Cached until the list of areas changes.
let read: { state: string; stored: Promise<Stored> } | null = null

async function readAll(areas: readonly StoredArea[]): Promise<Stored> {
  const spots = new Map<string, AreaSpot>()
  const names: AreaName[] = []
  const lists = new Map<string, ListPage>()
  for (const { id, list_key } of areas) {
    for (const { items, list } of await readStoredPages(id)) {
      for (const spot of items) spots.set(spot.id, spot)
      if (list && list_key) lists.set(list_key, list)
    }
    names.push(...(await readStoredNames(id)))
  }
  return { spots: [...spots.values()], names, lists }
}

async function storedNow(): Promise<Stored | null> {
  const areas = await readStoredAreas()
  if (areas.length === 0) return null
  const state = JSON.stringify(areas)
  if (read?.state !== state) read = { state, stored: readAll(areas) }
  return read.stored
}

type Answer = (stored: Stored, query: URLSearchParams, pathname: string) => unknown

function last(pathname: string): string {
  return decodeURIComponent(pathname.split('/').at(-1) ?? '')
}

const ANSWERS: readonly (readonly [RegExp, Answer])[] = [
  [/^\/api\/map$/, ({ spots }, query) => mapAnswer(spots, query)],
  [/^\/api\/spots$/, ({ spots }, query) => listAnswer(spots, query)],
  [/^\/api\/spots\/bounds$/, ({ spots }, query) => boundsAnswer(spots, query)],
  [/^\/api\/spots\/suggestions$/, ({ spots }, query) => suggestionsAnswer(spots, query)],
  [/^\/api\/places\/search$/, ({ names }, query) => placesAnswer(names, query)],
  [/^\/api\/map\/pins\/[^/]+$/, ({ spots }, _, pathname) => findPinCard(spots, last(pathname))],
  [
    /^\/api\/spots\/[^/]+\/card$/,
    ({ spots }, _, pathname) => cardWithId(spots, pathname.split('/').at(-2) ?? ''),
  ],
  [/^\/api\/lists\/[^/]+$/, ({ lists }, _, pathname) => lists.get(last(pathname))],
]

/** Whether to prefer a cached response: the view shows the whole world, or a region with no stored areas. */
function isElsewhere({ spots }: Stored, { pathname, searchParams }: URL): boolean {
  if (pathname !== '/api/map' && pathname !== '/api/spots') return false
  const view = parseView(searchParams)
  return view.z < REGION_ZOOM || !spots.some((spot) => isInView(view, spot))
}

async function findPicture(pathname: string): Promise<Response | null> {
  const [, key] = /^(\/media\/[^/]+)\//.exec(pathname) ?? []
  if (!key || !(await caches.has(AREA_PICTURES))) return null
  // One size of a photo can replace any other.
  const found = await caches.match(`${key}/400.webp`, { cacheName: AREA_PICTURES })
  return found ?? null
}

// Stored spots have only the facts shown on their card, so these filters aren't supported.
const FACT_FILTERS = ['obstacle', 'height_min', 'height_max', 'surface', 'ground', 'features']

function asksFacts({ searchParams }: URL): boolean {
  return FACT_FILTERS.some((name) => searchParams.has(name))
}

/**
 * Returns the response for a URL from stored areas; null if there is none. `first`: whether it takes precedence over a
 * cached response.
 */
export async function areaAnswer(address: string): Promise<{ response: Response; first: boolean } | null> {
  const url = new URL(address)
  if (url.pathname.startsWith('/media/')) {
    const response = await findPicture(url.pathname)
    return response && { response, first: false }
  }
  if (asksFacts(url)) return null
  const answer = ANSWERS.find(([path]) => path.test(url.pathname))?.[1]
  const stored = answer && (await storedNow())
  const body = stored && answer(stored, url.searchParams, url.pathname)
  return body ? { response: Response.json(body), first: !isElsewhere(stored, url) } : null
}

/** The path for the street map's metadata and tiles. */
export const STREETS = '/api/map/streets'
/** How long (ms) to wait for the server. The map waits four seconds for the metadata. */
const PATIENCE_MS = 2_500

function late() {
  return new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
}

async function findTile(path: string): Promise<{ tile: Response; version: string | null } | null> {
  const [, z = 0, x = 0, y = 0] = path.split('/').map(Number)
  if (!(await caches.has(AREA_STREETS))) return null
  const found = await caches.match(tileKey({ z, x, y }), { cacheName: AREA_STREETS })
  if (!found) return null
  const { body } = unpacked(found)
  const headers = { 'content-type': 'application/vnd.mapbox-vector-tile' }
  return { tile: new Response(body, { headers }), version: found.headers.get(VERSION) }
}

/**
 * Returns a street tile or the metadata. Tries stored tiles of the current version first, then the server, and then (if
 * offline) stored tiles of any version.
 */
export async function streets(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(STREETS.length + 1)
  const stored = path ? await findTile(path) : null
  if (stored && path.startsWith(`${stored.version}/`)) return stored.tile
  const fresh = fetch(request)
  const first = await Promise.race([fresh.catch(() => null), late()])
  if (first) return first
  if (path) return stored?.tile ?? fresh
  const about = await readStoredStreetMap()
  return about ? Response.json(about) : fresh
}

import { addressAt, askText, ServiceDown } from '../../platform/fetch/index.ts'
import { nameAreas, readArea } from './name-areas.ts'

/** A place to skate in OpenStreetMap: a node, or the center of a way or relation. */
export type OsmElement = {
  /** `node/1`, `way/2`, or `relation/3`. */
  id: string
  tags: Record<string, string>
  at: { latitude: number; longitude: number }
  /** The named area around it, if it has no name. */
  within?: string
}

/** A box in degrees that doesn't cross the antimeridian. */
export type TileBox = { west: number; south: number; east: number; north: number }

/**
 * A response to a query, or why there is none:
 * - `split`: too much data or computation; smaller parts may work;
 * - `limited`: the server wants us to wait, and may say for how many seconds;
 * - `busy`: the server has no free capacity, or computed for too long behind a proxy;
 * - `down`: the server didn't respond, or cut the connection;
 * - `other`: the response isn't from an Overpass server;
 * - `denied`: the server refuses our requests;
 * - `no_boundary`: the server has no boundary for the country.
 */
export type OverpassAnswer =
  | { kind: 'found'; elements: OsmElement[] }
  | { kind: 'limited' | 'busy'; seconds: number | null }
  | { kind: 'split' | 'down' | 'other' | 'denied' | 'no_boundary' }

/** How to reach an Overpass server. */
export type Overpass = {
  /** Its API's base URL, such as `https://overpass-api.de/api/`. */
  url: URL
  /** Identifies this site and its operator to the server's operators. */
  userAgent: string
  /** Seconds that the server may compute, as sent in the query. */
  querySeconds?: number
  /** Milliseconds to wait for a response. Defaults to a bit more than `querySeconds`. */
  timeoutMs?: number
  /** Maximum size of a response. */
  maxBytes?: number
  /** Maximum elements in a response. More would make one transaction too long. */
  maxElements?: number
}

const QUERY_SECONDS = 90
/** Time for the response to arrive after the computation. */
const TRANSFER_MS = 30_000
const MAX_BYTES = 16_000_000
const MAX_ELEMENTS = 10_000
/** Maximum memory of a query on the server, in bytes. */
const QUERY_BYTES = 256 * 1024 * 1024
const MAX_TAGS = 200

const FILTERS = [
  '["leisure"~"^skate_?park$"]',
  '["sport"~"(^|;) *skate(board|boarding|park)? *(;|$)"]',
  '["skatepark"="yes"]',
]

/** Named areas that unnamed places are often in. */
const AREAS = [
  '["leisure"~"^(park|recreation_ground|sports_centre|playground|common)$"]',
  '["landuse"="recreation_ground"]',
  '["amenity"="school"]',
]
/** How far from an area's edge a place may be, in meters. */
const AREA_METERS = 20

// Looks up areas only around places without a name, so that this adds little to the cost of the query.
const SURROUNDINGS = `nwr.found[!"name"]->.bare;(${AREAS.map((filter) => `wr(around.bare:${AREA_METERS})["name"]${filter};`).join('')});out tags bb qt;`

/**
 * Writes the query for the places to skate in a box, and for the named areas around those without a name, in
 * Overpass QL. With a country, the query also counts the
 * country's boundaries, because without one the result would be empty.
 */
export function writeQuery(
  { south, west, north, east }: TileBox,
  country: string | null,
  seconds = QUERY_SECONDS,
): string {
  const box = `${south},${west},${north},${east}`
  const area = country
    ? `area["ISO3166-1"="${country}"]["boundary"="administrative"]->.country;.country out count;`
    : ''
  const within = country ? '(area.country)' : ''
  return `[out:json][timeout:${seconds}][maxsize:${QUERY_BYTES}];${area}(${FILTERS.map((filter) => `nwr${filter}${within}(${box});`).join('')})->.found;.found out tags center qt;${SURROUNDINGS}`
}

/** Returns how many seconds the server asks us to wait, from `Retry-After` as seconds or as a date. */
function readRetryAfter(headers: Headers): number | null {
  const given = headers.get('retry-after')?.trim()
  if (!given) return null
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readTags(tags: unknown): Record<string, string> {
  return isObject(tags)
    ? Object.fromEntries(
        Object.entries(tags)
          .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
          // PostgreSQL can't store null characters.
          .filter((entry) => !entry.join('').includes('\0'))
          .slice(0, MAX_TAGS),
      )
    : {}
}

function readElement(element: unknown): OsmElement | null {
  if (!isObject(element)) return null
  const { type, id, tags, center } = element
  if (!['node', 'way', 'relation'].includes(String(type)) || !Number.isSafeInteger(id)) return null
  const { lat, lon } = isObject(center) ? center : element
  if (typeof lat !== 'number' || typeof lon !== 'number') return null
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return null
  return { id: `${String(type)}/${String(id)}`, tags: readTags(tags), at: { latitude: lat, longitude: lon } }
}

function isEmptyCount(element: unknown): boolean {
  return (
    isObject(element) &&
    element.type === 'count' &&
    isObject(element.tags) &&
    Number(element.tags.areas) === 0
  )
}

/** Overpass reports errors during the computation as a remark in an otherwise valid but incomplete response. */
function readAnswer(text: string, country: string | null, maxElements: number): OverpassAnswer {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { kind: 'other' }
  }
  if (!isObject(body) || !Array.isArray(body.elements)) return { kind: 'other' }
  if (typeof body.remark === 'string' && /error|timed out|out of memory/i.test(body.remark))
    return /rate_limited/.test(body.remark)
      ? { kind: 'limited', seconds: null }
      : /dispatcher/i.test(body.remark)
        ? { kind: 'busy', seconds: null }
        : { kind: 'split' }
  if (country && body.elements.some(isEmptyCount)) return { kind: 'no_boundary' }
  if (body.elements.length > maxElements) return { kind: 'split' }
  const areas = body.elements.flatMap((element) => readArea(element) ?? [])
  const elements = body.elements.flatMap((element) => readElement(element) ?? [])
  return { kind: 'found', elements: nameAreas(elements, areas) }
}

/**
 * Requests the places to skate in a box, and in a country if one is given. Never throws for a server's failure.
 * @throws the abort reason if `signal` is aborted
 */
export async function askOverpass(
  {
    url,
    userAgent,
    querySeconds = QUERY_SECONDS,
    timeoutMs,
    maxBytes = MAX_BYTES,
    maxElements = MAX_ELEMENTS,
  }: Overpass,
  { box, country }: { box: TileBox; country: string | null },
  signal: AbortSignal,
): Promise<OverpassAnswer> {
  try {
    const { status, text, headers } = await askText(addressAt(url, 'interpreter'), {
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': userAgent,
      },
      body: new URLSearchParams({ data: writeQuery(box, country, querySeconds) }).toString(),
      timeoutMs: timeoutMs ?? querySeconds * 1000 + TRANSFER_MS,
      maxBytes,
      signal,
    })
    if (status === 200) return readAnswer(text, country, maxElements)
    if (status === 429) return { kind: 'limited', seconds: readRetryAfter(headers) }
    if (status === 503 || status === 504) return { kind: 'busy', seconds: readRetryAfter(headers) }
    if (status >= 500) return { kind: 'down' }
    return { kind: status === 401 || status === 403 ? 'denied' : 'other' }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ServiceDown) return { kind: error.why === 'network' ? 'down' : 'split' }
    throw error
  }
}

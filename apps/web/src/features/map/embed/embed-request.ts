import type { Api, Box, EmbeddedSpot } from '@nollie/contract'
import type { Bounds } from '../engine/types.ts'
import { fetchAsAnyone } from './fetch-as-anyone.ts'

/** The request in the page's URL. */
export type Asked = {
  box: Bounds | null
  /** Parts of the URL that haven't been checked, because the server checks them. */
  types: string | null
  list: string | null
  bbox: string | null
}

/** The response with spots, or why there's none: `invalid` and `missing` are final. */
export type Answer = Api['GET /api/open/embed']['answer'] | 'invalid' | 'missing' | 'failed'

const PATIENCE_MS = 20_000

function parseBox(text: string | null): Bounds | null {
  const sides = (text ?? '').split(',').map((part) => (part.trim() ? Number(part) : Number.NaN))
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = sides
  if (sides.length !== 4 || !Number.isFinite(west + south + east + north)) return null
  if (south > north || Math.max(-south, north) > 90 || Math.max(-west, Math.abs(east)) > 180) return null
  return { west, south, east: east < west ? east + 360 : east, north }
}

/** Parses `?bbox=west,south,east,north&types=bowl,ledges`, or `?list=` with a list's id. */
export function readEmbedUrl(search: string): Asked {
  const query = new URLSearchParams(search)
  const bbox = query.get('bbox')
  return { box: parseBox(bbox), bbox, types: query.get('types'), list: query.get('list') }
}

function buildQuery({ types, list }: Asked, bbox: string | null): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ bbox, types, list })) if (value) query.set(name, value)
  return query.toString()
}

/** Formats a box for a request. Rounded outward to about 100 meters, so that small moves have the same address. */
export function writeBox({ west, south, east, north }: Box): string {
  const down = (degrees: number) => Math.floor(degrees * 1000) / 1000
  const up = (degrees: number) => Math.ceil(degrees * 1000) / 1000
  const wrap = (degrees: number) => (degrees > 180 ? degrees - 360 : degrees)
  const sides = [
    Math.max(-180, down(west)),
    Math.max(-90, down(south)),
    wrap(up(east)),
    Math.min(90, up(north)),
  ]
  return sides.map((side) => Number(side.toFixed(3))).join(',')
}

/** Loads spots, without cookies. `box` replaces the box of the address. */
export async function fetchSpots(asked: Asked, box: Box | null, signal: AbortSignal): Promise<Answer> {
  const query = buildQuery(asked, box ? writeBox(box) : asked.bbox)
  try {
    const response = await fetchAsAnyone(
      `/api/open/embed?${query}`,
      AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    )
    if (response.status === 400) return 'invalid'
    if (response.status === 404) return 'missing'
    return response.ok ? ((await response.json()) as Exclude<Answer, string>) : 'failed'
  } catch {
    return 'failed'
  }
}

/** Returns the smallest box with all spots; null if there are none. It may cross the antimeridian. */
export function findBox(spots: readonly EmbeddedSpot[]): Bounds | null {
  if (spots.length === 0) return null
  const latitudes = spots.map(({ latitude }) => latitude)
  const span = (longitudes: readonly number[]) => [Math.min(...longitudes), Math.max(...longitudes)] as const
  const plain = span(spots.map(({ longitude }) => longitude))
  const shifted = span(spots.map(({ longitude }) => (longitude < 0 ? longitude + 360 : longitude)))
  const [west, east] = shifted[1] - shifted[0] < plain[1] - plain[0] ? shifted : plain
  return { west, east, south: Math.min(...latitudes), north: Math.max(...latitudes) }
}

/** Returns the part of a box that's inside another one; null if there is none. */
export function intersectBoxes(a: Bounds, b: Bounds | null): Bounds | null {
  if (!b) return a
  // Either box may be in a neighboring copy of the world.
  for (const turn of [0, 360, -360]) {
    const west = Math.max(a.west + turn, b.west)
    const east = Math.min(a.east + turn, b.east)
    const [south, north] = [Math.max(a.south, b.south), Math.min(a.north, b.north)]
    if (west < east && south < north) return { west, south, east, north }
  }
  return null
}

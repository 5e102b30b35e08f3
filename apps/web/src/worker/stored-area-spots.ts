import type { Api, AreaSpot, MapWire, ZonedSpotCard } from '@nollie/contract'
import { LIGHT_ENDS_AT } from '@nollie/contract/conditions/condition-values'
import { LIMITS } from '@nollie/contract/limits'
import { type PinLook, TAIL, toWorld, WORLD_BITS } from '@nollie/contract/map/map-codec'
import {
  ALL_PINS_ZOOM,
  mixTypes,
  mixOfOne,
  PINS_PER_CELL,
  rankPin,
  type WireCluster,
  encodeWire,
  type WirePin,
} from '@nollie/contract/map/map-encode'
import { SPOT_TYPES, type SpotType, toSpotType } from '@nollie/contract/spots/spot-types'
import { getPosition } from 'suncalc'
import { toBoundingBox, parseBox, isIn, metresBetween, type Point, parsePoint } from './points.ts'
import { normalizeText } from '@nollie/contract/search/normalize-text'
import { startsTerm } from './starts-term.ts'

// Computes the server's responses about spots from the spots stored on this device.

const PAGE = 24
const SUGGESTIONS = 5
const CURSOR = 'area-'

function getPlaceText({ address, city, state, country }: AreaSpot): string {
  return normalizeText([address, city, state, country].filter(Boolean).join(' '))
}

function getSearchText({ name, description }: AreaSpot): string {
  return normalizeText(`${name} ${description ?? ''}`)
}

function matchesSearch(spot: AreaSpot, q: string): boolean {
  const [text, place] = [getSearchText(spot), getPlaceText(spot)]
  const terms = q.split(' ')
  return (
    text.includes(q) ||
    place.includes(q) ||
    (terms.length > 1 && terms.every((term) => startsTerm(text, term) || startsTerm(place, term))) ||
    spot.spot_types.some((type) => type.includes(q.replaceAll(/[\s_]+/g, '-')))
  )
}

// Spots stored by an earlier version of the client have no status.
function getLook({
  status,
  standing,
}: Pick<AreaSpot, 'status'> & Partial<Pick<AreaSpot, 'standing'>>): PinLook {
  if (status === 'gone') return 'gone'
  if (!standing) return 'fresh'
  if (['skatestopped', 'under_construction', 'closed'].includes(standing.state)) return 'stopped'
  return standing.is_doubtful ? 'doubtful' : 'fresh'
}

const LOOKS: Readonly<Record<string, PinLook>> = {
  gone: 'gone',
  confirmed: 'fresh',
  doubtful: 'doubtful',
  stopped: 'stopped',
}

function hasStatus(spot: AreaSpot, wanted: string | null): boolean {
  if (wanted === 'all') return true
  const look = LOOKS[wanted ?? '']
  return look ? getLook(spot) === look : spot.status !== 'gone'
}

// When offline, rain, guards, and lamps are unknown, so only the sun counts.
function isLight({ latitude, longitude }: AreaSpot, at: Date): boolean {
  return getPosition(at, latitude, longitude).altitude > LIGHT_ENDS_AT
}

/** Returns the spots that match a request's filters, using the server's rules (`modules/map/filters.queries.ts`). */
export function filterSpots(
  spots: readonly AreaSpot[],
  query: URLSearchParams,
  at: Date = new Date(),
): AreaSpot[] {
  const text = (name: string) => normalizeText(query.get(name) ?? '')
  const [q, keywords, place] = [text('q'), text('keywords'), text('place')]
  const type = toSpotType(query.get('type') ?? '')
  const difficulty = query.get('difficulty')
  const around = parsePoint(query.get('around'))
  return spots.filter(
    (spot) =>
      hasStatus(spot, query.get('status')) &&
      (!type || spot.spot_types.includes(type)) &&
      (!difficulty || spot.difficulty_level === difficulty) &&
      (query.get('media') !== 'video' || spot.has_video) &&
      (query.get('now') !== 'skateable' || isLight(spot, at)) &&
      (!around || metresBetween(around, spot) <= LIMITS.near_metres) &&
      (!q || matchesSearch(spot, q)) &&
      (!keywords || getSearchText(spot).includes(keywords)) &&
      (!place || getPlaceText(spot).includes(place)),
  )
}

/** A requested view, in tiles. */
export type View = { z: number; x0: number; x1: number; y0: number; y1: number }

/** Parses a request's view. */
export function parseView(query: URLSearchParams): View {
  const number = (name: string) => Number(query.get(name) ?? 0)
  return { z: number('z'), x0: number('x0'), x1: number('x1'), y0: number('y0'), y1: number('y1') }
}

const STEPS = 2 ** WORLD_BITS

function toSteps({ latitude, longitude }: Point) {
  const { x, y } = toWorld(latitude, longitude)
  return { x: Math.min(STEPS - 1, Math.floor(x * STEPS)), y: Math.min(STEPS - 1, Math.floor(y * STEPS)) }
}

/** Whether a point is on a view's tiles. */
export function isInView({ z, x0, x1, y0, y1 }: View, point: Point): boolean {
  const { x, y } = toSteps(point)
  const size = 2 ** (WORLD_BITS - z)
  const [column, row] = [Math.floor(x / size), Math.floor(y / size)]
  return row >= y0 && row <= y1 && [column, column + 2 ** z].some((one) => one >= x0 && one <= x1)
}

function toTypeBits({ spot_types }: AreaSpot): number {
  return spot_types.reduce((bits, type) => bits | (1 << SPOT_TYPES.indexOf(type)), 0)
}

function toCluster(members: readonly AreaSpot[], type: SpotType | null): WireCluster {
  const at = members.map(toSteps)
  return {
    n: members.length,
    x: at.reduce((sum, { x }) => sum + x, 0) / at.length,
    y: at.reduce((sum, { y }) => sum + y, 0) / at.length,
    mix: type ? mixOfOne(SPOT_TYPES.indexOf(type) + 1) : mixTypes(members.map(toTypeBits)),
  }
}

function toPin(spot: AreaSpot): WirePin {
  const { id, name, spot_type, cover_item, has_video } = spot
  // Spots stored by an earlier version of the client have no status.
  const { standing }: Partial<Pick<AreaSpot, 'standing'>> = spot
  const rank = rankPin({
    hasPhoto: cover_item !== null,
    hasVideo: has_video,
    confirmations: standing?.confirmed_by ?? 0,
  })
  return { id, name, spot_type, look: getLook(spot), rank, ...toSteps(spot) }
}

/** Returns the map response for a view: pins, and clusters for cells with many spots. */
export function mapAnswer(spots: readonly AreaSpot[], query: URLSearchParams): MapWire {
  const view = parseView(query)
  const matching = filterSpots(spots, query)
  const size = 2 ** (WORLD_BITS - view.z - 2)
  const toCell = (spot: AreaSpot) => {
    const { x, y } = toSteps(spot)
    return `${Math.floor(x / size)}/${Math.floor(y / size)}`
  }
  const cells = [
    ...Map.groupBy(
      matching.filter((spot) => isInView(view, spot)),
      toCell,
    ).values(),
  ]
  const isDisc = (members: readonly AreaSpot[]) => members.length > PINS_PER_CELL && view.z < ALL_PINS_ZOOM
  const type = toSpotType(query.get('type') ?? '') ?? null
  const clusters = cells.filter(isDisc).map((members) => toCluster(members, type))
  const pins = cells.filter((members) => !isDisc(members)).flatMap((members) => members.map(toPin))
  return encodeWire(view.z, clusters, pins, { version: 0, total: matching.length, total_capped: false })
}

function toCard({ address: _, has_video: __, ...card }: AreaSpot): ZonedSpotCard {
  return card
}

/** Returns the spot with this ID; null if it isn't stored. */
export function cardWithId(spots: readonly AreaSpot[], id: string): ZonedSpotCard | null {
  const found = spots.find((spot) => spot.id === id)
  return found ? toCard(found) : null
}

/** Returns the spot for a pin, identified by its position and the end of its ID. */
export function findPinCard(spots: readonly AreaSpot[], pin: string): ZonedSpotCard | null {
  const [bits = 0, x = -1, y = -1] = pin.split('-', 3).map(Number)
  const step = 2 ** (WORLD_BITS - bits)
  const found = spots.find((spot) => {
    const at = toSteps(spot)
    return (
      spot.id.endsWith(pin.slice(-TAIL)) && Math.floor(at.x / step) === x && Math.floor(at.y / step) === y
    )
  })
  return found ? toCard(found) : null
}

// Timestamps in the same format sort as strings.
function newestFirst(a: AreaSpot, b: AreaSpot) {
  return Number(b.created_at > a.created_at) - Number(a.created_at > b.created_at)
}

/** Returns a page of the list next to the map; null if the cursor came from the server. */
export function listAnswer(
  spots: readonly AreaSpot[],
  query: URLSearchParams,
): Api['GET /api/spots']['answer'] | null {
  const cursor = query.get('cursor')
  if (cursor !== null && !cursor.startsWith(CURSOR)) return null
  const [view, box, near] = [parseView(query), parseBox(query.get('box')), parsePoint(query.get('near'))]
  const found = filterSpots(spots, query)
    .filter((spot) => isInView(view, spot) && (!box || isIn(box, spot)))
    .toSorted(near ? (a, b) => metresBetween(near, a) - metresBetween(near, b) : newestFirst)
  const from = Number(cursor?.slice(CURSOR.length) ?? 0)
  return {
    items: found.slice(from, from + PAGE).map(toCard),
    next_cursor: found.length > from + PAGE ? `${CURSOR}${from + PAGE}` : null,
    count: cursor === null ? found.length : null,
    count_capped: false,
  }
}

/** Returns the bounding box of all matches. */
export function boundsAnswer(
  spots: readonly AreaSpot[],
  query: URLSearchParams,
): Api['GET /api/spots/bounds']['answer'] {
  const found = filterSpots(spots, query)
  return { count: found.length, count_capped: false, bounds: toBoundingBox(found) }
}

// Ranks a search match by the server's rules (`modules/spots/find-spots.queries.ts`); lower is better.
function findStage(spot: AreaSpot, q: string): number {
  const [name, place, terms] = [normalizeText(spot.name), getPlaceText(spot), q.split(' ')]
  const stages = [
    name.startsWith(q),
    terms.every((term) => startsTerm(name, term)),
    terms.every((term) => startsTerm(place, term)),
    name.includes(q),
    getSearchText(spot).includes(q) || place.includes(q),
  ]
  const stage = stages.indexOf(true)
  return stage < 0 ? stages.length : stage
}

const NO_STAGE = 5

/** Returns up to five spots for the typed text, best first. */
export function suggestionsAnswer(
  spots: readonly AreaSpot[],
  query: URLSearchParams,
): Api['GET /api/spots/suggestions']['answer'] {
  const [q, near] = [normalizeText(query.get('q') ?? ''), parsePoint(query.get('near'))]
  const found = spots
    .filter((spot) => hasStatus(spot, query.get('status')))
    .map((spot) => ({ spot, stage: findStage(spot, q), far: near ? metresBetween(near, spot) : 0 }))
    .filter(({ stage }) => stage < NO_STAGE)
    .toSorted((a, b) => a.stage - b.stage || a.far - b.far || a.spot.name.length - b.spot.name.length)
  return {
    items: found.slice(0, SUGGESTIONS).map(({ spot }) => {
      const { id, name, city, state, country, spot_type, latitude, longitude } = spot
      return { id, name, city, state, country, spot_type, latitude, longitude }
    }),
  }
}

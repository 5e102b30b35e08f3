import { createHash } from 'node:crypto'
import { ALL_PINS_ZOOM, type PinRef, WORLD_BITS, type ZonedSpotCard } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { runWithinSearchTime } from '../../db/text-search.ts'
import { Refusal } from '../../platform/http/index.ts'
import { findTimeZone } from '../places/index.ts'
import { selectCards } from '../spots/index.ts'
import { type Clustered, clusterOfCell, clusterSpots } from './cluster-spots.ts'
import { type Counted, findCounted, filtersByFacts, type Filters } from './facets.ts'
import {
  DEEPEST_CELLS,
  findPin,
  MAX_COUNTED,
  selectByCode,
  selectFirstOfCells,
  selectPins,
  selectState,
  selectView,
} from './map.queries.ts'
import { selectNewest } from './map-search.queries.ts'
import { encodeMorton, type Range, toRanges, type TileView } from './morton-ranges.ts'
import { COUNT_CAP, planSearch } from './plan-search.ts'
import { type Cluster, type Pin, wireText } from './map-json.ts'

/** Maximum number of matches drawn, newest first, for a search that must read spots. */
const MAX_MATCHES = 1_000
/**
 * From this zoom on, a view with too many spots to count shows each cell's first pins; at lower zooms, it shows larger
 * cells.
 */
const PINS_ZOOM = 13
/**
 * Wire format version. Increase it with every format change so that browsers don't reuse a response in the old format.
 */
const WIRE = 5

/** Returns the map's version as an ETag. Equal tags mean equal responses. */
export function mapTag(version: number): string {
  return `W/"${WIRE}.${version}"`
}

function textTag(text: string): string {
  return `W/"${WIRE}.${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}

/** The clusters and pins in a view. */
type Shown = { clusters: Cluster[]; pins: Pin[] }
type Read = { state: { version: number; total: number }; shown: Shown }

async function fromCells(db: Db, z: number, ranges: Range[], counted: Counted): Promise<Read> {
  const { discs, pins, ...state } = await selectView(db, z, ranges, counted)
  return { state, shown: { clusters: discs.map((disc) => clusterOfCell(disc, counted)), pins } }
}

async function withPins(db: Db, { clusters, ids }: Clustered): Promise<Shown> {
  return {
    clusters,
    pins: await selectPins(db, ids),
  }
}

async function fromDeepView(
  db: Db,
  z: number,
  ranges: Range[],
  counted: Counted,
  filters: Filters,
): Promise<Shown> {
  const allPins = async () => {
    const ids = await selectFirstOfCells(db, z, ranges, counted)
    return { clusters: [], pins: await selectPins(db, ids) }
  }
  if (z >= ALL_PINS_ZOOM) return allPins()
  const { ids, codes, facets } = await selectByCode(db, ranges, counted)
  if (ids.length <= MAX_COUNTED) {
    const spots = ids.map((id, i) => ({ id, qk: codes[i] ?? 0, facets: facets[i] ?? 0 }))
    return withPins(db, clusterSpots(spots, z, filters))
  }
  return z >= PINS_ZOOM ? allPins() : (await fromCells(db, DEEPEST_CELLS, ranges, counted)).shown
}

async function fromReading(db: Db, view: TileView, filters: Filters) {
  return runWithinSearchTime(db, async (tx) => {
    const { search, total } = await planSearch(tx, view, filters, MAX_MATCHES)
    const spots = total === 0 ? [] : await selectNewest(tx, search, MAX_MATCHES, null)
    return { total: total ?? 0, shown: await withPins(tx, clusterSpots(spots, view.z, filters)) }
  })
}

/**
 * Returns the map's response for a view as JSON text; `text` is null if `tag` is current. Fails with UNAVAILABLE if a
 * search that must read spots takes too long.
 */
export async function readMap(
  db: Db,
  view: TileView,
  filters: Filters,
  tag: string | undefined,
): Promise<{ tag: string; text: string | null }> {
  const counted = findCounted(filters)
  const ranges = toRanges(view)
  const isOfCells = counted !== null && view.z <= DEEPEST_CELLS
  // Reads a view of cells together with its version, unless the request has a tag. In that case, reads the version
  // first.
  let read = isOfCells && tag === undefined ? await fromCells(db, view.z, ranges, counted) : null
  const state = read?.state ?? (await selectState(db, counted ?? 'open'))
  // Facts change without changing the map's version, so the ETag is a hash of the response text.
  const byText = filtersByFacts(filters)
  if (tag === mapTag(state.version) && !byText) return { tag, text: null }
  let { total } = state
  let shown: Shown
  if (counted === null) ({ total, shown } = await fromReading(db, view, filters))
  else if (isOfCells) {
    read ??= await fromCells(db, view.z, ranges, counted)
    shown = read.shown
  } else shown = await fromDeepView(db, view.z, ranges, counted, filters)
  const total_capped = counted === null && total > COUNT_CAP
  const counts = { version: state.version, total: total_capped ? COUNT_CAP : total, total_capped }
  const text = wireText(view.z, shown.clusters, shown.pins, counts)
  const own = byText ? textTag(text) : mapTag(state.version)
  return { tag: own, text: byText && own === tag ? null : text }
}

/**
 * Returns the card for a pin's spot.
 * @throws Refusal SPOT_NOT_FOUND, including when the spot has moved since the pin was drawn
 */
export async function readPinCard(
  db: Db,
  viewer: string | null,
  { bits, x, y, tail }: PinRef,
): Promise<ZonedSpotCard> {
  const square = 4 ** (WORLD_BITS - bits)
  const low = encodeMorton(x, y) * square
  const id = await findPin(db, viewer, { low, high: low + square }, tail)
  const [card] = id ? await selectCards(db, viewer, [id]) : []
  if (!card) throw new Refusal('SPOT_NOT_FOUND')
  return { ...card, time_zone: findTimeZone(card) }
}

import { SPOT_TYPES, type SpotType } from '../spots/spot-types.ts'
import {
  bitsForZoom,
  type MapWire,
  NAMES_FROM_ZOOM,
  packMix,
  PIN_LOOKS,
  type PinLook,
  TAIL,
  WORLD_BITS,
} from './map-codec.ts'

/** A cell with more spots than this is drawn as a disc. */
export const PINS_PER_CELL = 3
/** From this zoom level on, cells are so small that all their spots are shown as pins. */
export const ALL_PINS_ZOOM = 18

/** A cell drawn as a disc; x and y are at 26 bits, and `mix` is packed. */
export type WireCluster = { n: number; x: number; y: number; mix: number }

/** A spot drawn as a pin; x and y are at 26 bits. */
export type WirePin = {
  id: string
  name: string
  spot_type: SpotType | null
  look: PinLook
  /** From 0 to 3, as in `MapPin`. */
  rank: number
  x: number
  y: number
}

/** Packs the mix for a disc that has only one spot type, given the type's number. */
export function mixOfOne(type: number): number {
  return type * 8 + 7
}

/**
 * Returns the most frequent types of the given spots, whose types are bit sets. Uses the same rule as
 * nollie_rollup_spots (map.sql).
 */
export function mixTypes(sets: readonly number[]): number {
  const counts = SPOT_TYPES.map((type, bit) => ({ type, n: sets.filter((set) => set & (1 << bit)).length }))
  const total = counts.reduce((sum, { n }) => sum + n, 0)
  return packMix(
    counts
      .filter(({ n }) => n > 0)
      .toSorted((a, b) => b.n - a.n)
      .filter(({ n }, place) => place < 4 && (place === 0 || n * 16 >= total))
      .map(({ type, n }) => ({ type, eighths: Math.round((8 * n) / total) })),
  )
}

function toTypeNumber(type: SpotType | null): number {
  return type ? SPOT_TYPES.indexOf(type) + 1 : 0
}

/** Returns a pin's rank: 2 for a spot with a photo, and 1 more for one with a video or several confirmations. */
export function rankPin({
  hasPhoto,
  hasVideo,
  confirmations,
}: {
  hasPhoto: boolean
  hasVideo: boolean
  confirmations: number
}): number {
  return 2 * Number(hasPhoto) + Number(hasVideo || confirmations > 1)
}

type Counts = Pick<MapWire, 'version' | 'total' | 'total_capped'>

/** Encodes the map response as integers, each the difference from the previous one; map-codec decodes it. */
export function encodeWire(
  z: number,
  clusters: readonly WireCluster[],
  pins: readonly WirePin[],
  counts: Counts,
): MapWire {
  const bits = bitsForZoom(z)
  const step = 2 ** (WORLD_BITS - bits)
  const wire: MapWire = { bits, ...counts, clusters: [], pins: [], tails: '', names: '', ranks: '' }
  let last = { x: 0, y: 0 }
  const push = (list: number[], at: { x: number; y: number }, ...rest: number[]) => {
    const here = { x: Math.floor(at.x / step), y: Math.floor(at.y / step) }
    list.push(here.x - last.x, here.y - last.y, ...rest)
    last = here
  }
  for (const { n, mix, ...at } of clusters) push(wire.clusters, at, n, mix)
  last = { x: 0, y: 0 }
  for (const { spot_type, look, ...at } of pins)
    push(wire.pins, at, toTypeNumber(spot_type) + 16 * PIN_LOOKS.indexOf(look))
  wire.tails = pins.map(({ id }) => id.slice(-TAIL)).join('')
  if (z >= NAMES_FROM_ZOOM) {
    wire.names = pins.map(({ name }) => name.replaceAll(/\s+/g, ' ')).join('\n')
    if (pins.some(({ rank }) => rank > 0)) wire.ranks = pins.map(({ rank }) => rank).join('')
  }
  return wire
}

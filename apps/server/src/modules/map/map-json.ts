import {
  bitsForZoom,
  type MapWire,
  NAMES_FROM_ZOOM,
  packMix,
  SPOT_TYPES,
  type SpotType,
  TAIL,
  WORLD_BITS,
} from '@nollie/contract'
import { positionOf } from './morton.ts'

/** A cell drawn as a disc; x and y at 26 bits, `mix` packed. */
export type Cluster = { n: number; x: number; y: number; mix: number }

/** A spot drawn as a pin. */
export type Pin = { id: string; name: string; spot_type: SpotType | null; gone: boolean; qk: number }

/** The mix of a disc with one type. */
export const mixOfOne = (type: number): number => type * 8 + 7

/** The most frequent types of some spots, each given as its facets; the same rule as in nollie_rollup_spots (map.sql). */
export const mixOf = (sets: readonly number[]): number => {
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

const numberOf = (type: SpotType | null): number => (type ? SPOT_TYPES.indexOf(type) + 1 : 0)

type Counts = Pick<MapWire, 'version' | 'total' | 'total_capped'>

/** The response's JSON: integers, each the difference to the one before it; see the contract's map-codec. */
export const wireText = (
  z: number,
  clusters: readonly Cluster[],
  pins: readonly Pin[],
  counts: Counts,
): string => {
  const bits = bitsForZoom(z)
  const step = 2 ** (WORLD_BITS - bits)
  const wire: MapWire = { bits, ...counts, clusters: [], pins: [], tails: '', names: '' }
  let last = { x: 0, y: 0 }
  const push = (list: number[], at: { x: number; y: number }, ...rest: number[]) => {
    const here = { x: Math.floor(at.x / step), y: Math.floor(at.y / step) }
    list.push(here.x - last.x, here.y - last.y, ...rest)
    last = here
  }
  for (const { n, x, y, mix } of clusters) push(wire.clusters, { x, y }, n, mix)
  last = { x: 0, y: 0 }
  for (const { spot_type, gone, qk } of pins)
    push(wire.pins, positionOf(qk), numberOf(spot_type) + (gone ? 16 : 0))
  wire.tails = pins.map(({ id }) => id.slice(-TAIL)).join('')
  if (z >= NAMES_FROM_ZOOM) wire.names = pins.map(({ name }) => name.replaceAll(/\s+/g, ' ')).join('\n')
  return JSON.stringify(wire)
}

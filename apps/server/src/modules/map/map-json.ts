import { type MapWire, type PinLook, type SpotType, type WireCluster, encodeWire } from '@nollie/contract'
import { decodeMorton } from './morton-ranges.ts'

/** A cell drawn as a disc. */
export type Cluster = WireCluster

/** A spot drawn as a pin. */
export type Pin = {
  id: string
  name: string
  spot_type: SpotType | null
  look: PinLook
  rank: number
  qk: number
}

type Counts = Pick<MapWire, 'version' | 'total' | 'total_capped'>

/** Serializes the map's response to JSON. */
export function wireText(
  z: number,
  clusters: readonly Cluster[],
  pins: readonly Pin[],
  counts: Counts,
): string {
  return JSON.stringify(
    encodeWire(
      z,
      clusters,
      pins.map(({ qk, ...pin }) => ({ ...pin, ...decodeMorton(qk) })),
      counts,
    ),
  )
}

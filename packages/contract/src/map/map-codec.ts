import { SPOT_TYPES, type SpotType } from '../spots/spot-types.ts'

/** Bits of a Web Mercator coordinate in the database: 2^26 steps around the world, each 0.6 m at the equator. */
export const WORLD_BITS = 26

/** A group of spots drawn as a disc. `mix` has the most frequent spot types, largest first, as shares in eighths. */
export type MapCluster = {
  latitude: number
  longitude: number
  n: number
  mix: { type: SpotType; eighths: number }[]
}

/**
 * Pin styles: normal, removed, skatestopped or closed, and unconfirmed. Map responses contain the index in this array.
 */
export const PIN_LOOKS = ['fresh', 'gone', 'stopped', 'doubtful'] as const

/** A pin style. */
export type PinLook = (typeof PIN_LOOKS)[number]

/** A spot drawn as a pin. */
export type MapPin = {
  /** Identifies the spot by its position (see {@link pinRef}), because a 32-digit id doesn't compress well. */
  ref: string
  name: string
  type: SpotType
  latitude: number
  longitude: number
  gone: boolean
  look: PinLook
  /** From 0 to 3, see `rankPin` in map-encode. On crowded maps, pins with a lower rank are drawn as dots. */
  rank: number
}

/**
 * The map response. `clusters` has four integers per cluster (dx, dy, n, mix), and `pins` has three per pin (dx, dy,
 * kind). Positions are Web Mercator coordinates at `bits` bits, as differences from the previous entry in the list.
 */
export type MapWire = {
  bits: number
  /** Increases whenever a spot in any response may have changed. */
  version: number
  /** The number of spots worldwide that match the filters. If `total_capped` is true, counting stopped here. */
  total: number
  total_capped: boolean
  clusters: number[]
  pins: number[]
  /** The last {@link TAIL} digits of each pin's id, concatenated. */
  tails: string
  /** Pin names, one per line; empty at zoom levels that draw pins as dots. */
  names: string
  /**
   * One digit per pin: its rank. Empty if all ranks are 0 or the pins have no names. Absent in responses that a device
   * stored before ranks existed.
   */
  ranks?: string | undefined
}

/** Converts degrees to world x and y from 0 to 1 (Web Mercator, y starts at the north). */
export function toWorld(latitude: number, longitude: number): { x: number; y: number } {
  const sin = Math.sin((Math.max(-85.05112877980659, Math.min(85.05112877980659, latitude)) * Math.PI) / 180)
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) }
}

/** Converts a world position from 0 to 1 to degrees. */
export function fromWorld(x: number, y: number): { latitude: number; longitude: number } {
  return {
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
    longitude: x * 360 - 180,
  }
}

/** Returns the bits per coordinate at a zoom level: half-pixel precision, so nothing jumps when the next zoom loads. */
export function bitsForZoom(z: number): number {
  return Math.min(WORLD_BITS, z + 10)
}

/** Packs up to four spot types and their shares in eighths, seven bits each; the type is in the upper four bits. */
export function packMix(mix: { type: SpotType; eighths: number }[]): number {
  return mix
    .slice(0, 4)
    .reduceRight(
      (packed, { type, eighths }) =>
        packed * 128 + (SPOT_TYPES.indexOf(type) + 1) * 8 + (Math.min(8, Math.max(1, eighths)) - 1),
      0,
    )
}

/** The reverse of {@link packMix}. */
export function unpackMix(packed: number): MapCluster['mix'] {
  const mix: MapCluster['mix'] = []
  for (let rest = packed; rest > 0; rest = Math.floor(rest / 128)) {
    const type = SPOT_TYPES[Math.floor((rest % 128) / 8) - 1]
    if (type) mix.push({ type, eighths: (rest % 8) + 1 })
  }
  return mix
}

/** The number of trailing id digits that distinguish spots at the same position. */
export const TAIL = 6

/** Identifies a pin: the bits and position that it was drawn with, and the last digits of its spot's id. */
export type PinRef = { bits: number; x: number; y: number; tail: string }

/** Returns how much a spot deserves a pin, from 0 to 7: a photo counts most, then a recent confirmation, then activity. */
export function scorePin({ rank, look }: Pick<MapPin, 'rank' | 'look'>): number {
  return (rank >= 2 ? 4 : 0) + (look === 'fresh' ? 2 : 0) + (rank % 2)
}

/** Formats a pin reference for `GET /api/map/pins/:pin`. */
export function pinRef({ bits, x, y, tail }: PinRef): string {
  return [bits, x, y, tail].join('-')
}

/** Whether a pin belongs to the spot with this id. */
export function isPinOf({ ref }: Pick<MapPin, 'ref'>, id: string): boolean {
  return ref.slice(-TAIL) === id.slice(-TAIL)
}

/** From this zoom level on, pins have names; at lower levels, they're dots. */
export const NAMES_FROM_ZOOM = 11

/** The highest zoom of static ground tiles. They're drawn from zoom 6 shapes, and closer views enlarge them. */
export const GROUND_ZOOM_MAX = 10

function decodeLook(kind: number): Pick<MapPin, 'gone' | 'look'> {
  const look = PIN_LOOKS[Math.floor(kind / 16)] ?? 'fresh'
  return { gone: look === 'gone', look }
}

/** Decodes a map response into clusters and pins. */
export function decodeMap(wire: MapWire): { clusters: MapCluster[]; pins: MapPin[] } {
  const scale = 2 ** wire.bits
  const clusters: MapCluster[] = []
  for (let at = 0, x = 0, y = 0; at + 3 < wire.clusters.length; at += 4) {
    x += wire.clusters[at] ?? 0
    y += wire.clusters[at + 1] ?? 0
    clusters.push({
      ...fromWorld((x + 0.5) / scale, (y + 0.5) / scale),
      n: wire.clusters[at + 2] ?? 0,
      mix: unpackMix(wire.clusters[at + 3] ?? 0),
    })
  }
  const pins: MapPin[] = []
  const names = wire.names.split('\n')
  for (let at = 0, x = 0, y = 0; at + 2 < wire.pins.length; at += 3) {
    x += wire.pins[at] ?? 0
    y += wire.pins[at + 1] ?? 0
    const kind = wire.pins[at + 2] ?? 0
    pins.push({
      ...fromWorld((x + 0.5) / scale, (y + 0.5) / scale),
      ref: pinRef({
        bits: wire.bits,
        x,
        y,
        tail: wire.tails.slice((at / 3) * TAIL, (at / 3 + 1) * TAIL),
      }),
      name: names[at / 3] ?? '',
      type: SPOT_TYPES[(kind % 16) - 1] ?? 'other',
      ...decodeLook(kind),
      rank: Number(wire.ranks?.[at / 3] ?? 0),
    })
  }
  return { clusters, pins }
}

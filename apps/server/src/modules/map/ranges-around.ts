import { type Box, LIMITS, toWorld } from '@nollie/contract'
import { type Range, toRanges } from './morton-ranges.ts'

const METRES_PER_DEGREE = 111_195
/** Zoom whose tiles are about as large as the "nearby" area. */
const ZOOM = 10

/** Returns the code ranges for every tile a box touches. The box can be about 50 km wide. */
export function toBoxRanges({ west, south, east, north }: Box): Range[] {
  const size = 2 ** ZOOM
  const first = toWorld(north, west)
  const last = toWorld(south, east)
  const column = Math.floor(first.x * size)
  const x0 = ((column % size) + size) % size
  const x1 = x0 + Math.min(size - 1, Math.floor(last.x * size) - column)
  const row = (y: number) => Math.max(0, Math.min(size - 1, Math.floor(y * size)))
  return toRanges({ z: ZOOM, x0, x1, y0: row(first.y), y1: row(last.y) })
}

/** Returns the code ranges for all positions that may be near a point. */
export function findRangesAround({ latitude, longitude }: { latitude: number; longitude: number }): Range[] {
  const dy = LIMITS.near_metres / METRES_PER_DEGREE
  const farthest = Math.min(90, Math.abs(latitude) + dy)
  const dx = Math.min(180, dy / Math.cos((farthest * Math.PI) / 180))
  return toBoxRanges({
    west: longitude - dx,
    south: latitude - dy,
    east: longitude + dx,
    north: latitude + dy,
  })
}

/** Returns the intersection of two ascending lists of ranges. */
export function intersectRanges(a: readonly Range[], b: readonly Range[]): Range[] {
  return a.flatMap((one) =>
    b
      .map(({ low, high }) => ({ low: Math.max(low, one.low), high: Math.min(high, one.high) }))
      .filter(({ low, high }) => low < high),
  )
}

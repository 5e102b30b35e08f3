import { type Box, toWorld } from '@nollie/contract'
import { type Range, toRanges } from '../morton-ranges.ts'

/** Streets are smaller than a tile of this zoom, so finer ranges would save nothing. */
const ZOOM_MAX = 16

/** Returns the code ranges for a box of any size: at most three by three tiles that are about as large as the box. */
export function toRangesOfBox({ west, south, east, north }: Box): Range[] {
  const first = toWorld(north, west)
  const last = toWorld(south, east)
  const span = Math.max(last.x - first.x, last.y - first.y, 2 ** -ZOOM_MAX)
  const z = Math.max(0, Math.min(ZOOM_MAX, Math.floor(-Math.log2(span)) + 1))
  const size = 2 ** z
  const column = Math.floor(first.x * size)
  const x0 = ((column % size) + size) % size
  const x1 = x0 + Math.min(size - 1, Math.floor(last.x * size) - column)
  const row = (y: number) => Math.max(0, Math.min(size - 1, Math.floor(y * size)))
  return toRanges({ z, x0, x1, y0: row(first.y), y1: row(last.y) })
}

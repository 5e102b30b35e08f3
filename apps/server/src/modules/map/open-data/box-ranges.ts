import { type Box, toWorld } from '@nollie/contract'
import { type Range, type TileView, toRanges } from '../morton-ranges.ts'

/** Streets are smaller than a tile of this zoom, so finer ranges would save nothing. */
const ZOOM_MAX = 16

// Tiles that are about as large as the box: at most three by three, or `deeper` zooms smaller ones.
function toTilesOfBox({ west, south, east, north }: Box, deeper = 0): TileView {
  const first = toWorld(north, west)
  const last = toWorld(south, east)
  const span = Math.max(last.x - first.x, last.y - first.y, 2 ** -ZOOM_MAX)
  const z = Math.max(0, Math.min(ZOOM_MAX, Math.floor(-Math.log2(span)) + 1) + deeper)
  const size = 2 ** z
  const column = Math.floor(first.x * size)
  const x0 = ((column % size) + size) % size
  const x1 = x0 + Math.min(size - 1, Math.floor(last.x * size) - column)
  const row = (y: number) => Math.max(0, Math.min(size - 1, Math.floor(y * size)))
  return { z, x0, x1, y0: row(first.y), y1: row(last.y) }
}

/** Returns the code ranges for a box of any size: at most three by three tiles that are about as large as the box. */
export function toRangesOfBox(box: Box): Range[] {
  return toRanges(toTilesOfBox(box))
}

/** Zooms between {@link toRangesOfBox} and {@link toCellsOfBox}. */
const DEEPER = 2

/** Returns a code range for each of the small tiles that a box of any size touches: at most 144. */
export function toCellsOfBox(box: Box): Range[] {
  const { z, x0, x1, y0, y1 } = toTilesOfBox(box, DEEPER)
  const cells: Range[] = []
  for (let x = x0; x <= x1; x++)
    for (let y = y0; y <= y1; y++) cells.push(...toRanges({ z, x0: x, x1: x, y0: y, y1: y }))
  return cells
}

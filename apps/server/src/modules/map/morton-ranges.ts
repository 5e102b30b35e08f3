import { WORLD_BITS } from '@nollie/contract'

/**
 * A view aligned to 512-pixel tiles at zoom `z`: columns `x0`..`x1` and rows `y0`..`y1`. `x1` can exceed the last
 * column.
 */
export type TileView = { z: number; x0: number; x1: number; y0: number; y1: number }

/** A range of Morton codes from `low` (inclusive) to `high` (exclusive). */
export type Range = { low: number; high: number }

const CODE_BITS = 2 * WORLD_BITS
const HALF = 2 ** 32

// Inserts a zero bit before each of 16 bits.
function spread(value: number): number {
  let v = value & 0xffff
  v = (v | (v << 8)) & 0x00ff00ff
  v = (v | (v << 4)) & 0x0f0f0f0f
  v = (v | (v << 2)) & 0x33333333
  return (v | (v << 1)) & 0x55555555
}

function compact(value: number): number {
  let v = value & 0x55555555
  v = (v | (v >>> 1)) & 0x33333333
  v = (v | (v >>> 2)) & 0x0f0f0f0f
  v = (v | (v >>> 4)) & 0x00ff00ff
  return (v | (v >>> 8)) & 0xffff
}

/** Interleaves x and y (up to 26 bits each) into a Morton code, with y's bit first. */
export function encodeMorton(x: number, y: number): number {
  const low = (spread(x) | (spread(y) << 1)) >>> 0
  const high = (spread(x >>> 16) | (spread(y >>> 16) << 1)) >>> 0
  return high * HALF + low
}

/** Decodes a Morton code to x and y. */
export function decodeMorton(code: number): { x: number; y: number } {
  const low = code % HALF
  const high = Math.floor(code / HALF)
  return { x: compact(low) | (compact(high) << 16), y: compact(low >>> 1) | (compact(high >>> 1) << 16) }
}

/** Returns all Morton codes in a view as the smallest set of ascending ranges. */
export function toRanges({ z, x0, x1, y0, y1 }: TileView): Range[] {
  const columns = 2 ** z
  const codes: number[] = []
  for (let x = x0; x <= x1; x++) {
    for (let y = y0; y <= y1; y++) codes.push(encodeMorton(x % columns, y))
  }
  codes.sort((a, b) => a - b)
  const size = 2 ** (CODE_BITS - 2 * z)
  const ranges: Range[] = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last?.high === code * size) last.high += size
    else ranges.push({ low: code * size, high: (code + 1) * size })
  }
  return ranges
}

/** Returns how many codes a 128-pixel cell spans at zoom `z`. A tile has four by four cells. */
export function computeCellSize(z: number): number {
  return 2 ** (CODE_BITS - 2 * (z + 2))
}

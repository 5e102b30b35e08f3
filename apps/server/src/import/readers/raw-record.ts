/** One record of a file: its line or number, its properties, and its position. */
export type RawRecord = {
  /** For messages: `feature 3`, `line 12`. */
  where: string
  properties: Record<string, unknown>
  at: { latitude: number; longitude: number } | null
  /** Why it cannot be read; the records behind it are read nevertheless. */
  unreadable?: string
}

/** A record that cannot be read. */
export const unreadable = (where: string, why: string): RawRecord => ({
  where,
  properties: {},
  at: null,
  unreadable: why,
})

/** A longitude and a latitude. */
export type Pair = readonly [number, number]

/** Deeper lists are no shape, but made to overflow a stack. */
const MAX_DEPTH = 6

/** The pairs of numbers in the coordinates of a shape. */
export function* pairsIn(coordinates: unknown, depth = 0): Generator<Pair> {
  if (!Array.isArray(coordinates) || depth > MAX_DEPTH) return
  const [x, y] = coordinates
  if (typeof x === 'number' && typeof y === 'number') yield [x, y]
  else for (const inner of coordinates) yield* pairsIn(inner, depth + 1)
}

/** The centre of the bounding box of a shape; a point is its own centre. */
export const middleOf = (pairs: Iterable<Pair>): RawRecord['at'] => {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of pairs) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  if (west === Infinity) return null
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 }
}

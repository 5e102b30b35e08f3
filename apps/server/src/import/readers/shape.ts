import { metresBetween } from '@nollie/contract/places/metres-between'
import { wrapLongitude } from '@nollie/contract/places/coordinates/wrap-longitude'
import type { RawRecord } from './raw-record.ts'

/** A longitude and a latitude, in that order. */
export type Pair = readonly [number, number]

/** The parts of a geometry, from any format. */
export type Shape = {
  points: Pair[]
  lines: Pair[][]
  /** The rings of each polygon, the outer one first. */
  polygons: Pair[][][]
  /** Number of corners that can't be read. */
  bad: number
  /** Whether a corner has valid numbers that aren't on the globe. */
  isOutside: boolean
  /** A corner whose numbers can't be degrees but may be meters. */
  far: Pair | null
}

/** A shape's position, or the reason it has none. */
export type Located = Pick<RawRecord, 'at' | 'unreadable' | 'isLine' | 'far' | 'doubt'>

export const OUT_OF_RANGE =
  'its coordinates are out of range: latitude goes from -90 to 90, longitude from -180 to 180'
export const UNREADABLE = "its coordinates can't be read"

/** If points in a record are farther apart than this, they are different places. */
const MAX_SPREAD_METRES = 1_000
/** A shape larger than this isn't a spot, or one of its corners is wrong. */
const MAX_SHAPE_METRES = 100_000
/** Numbers beyond this can't be degrees, not even invalid ones. */
const FAR = 1_000

export function createShape(): Shape {
  return {
    points: [],
    lines: [],
    polygons: [],
    bad: 0,
    isOutside: false,
    far: null,
  }
}

/** Returns the readable corners in a list, and adds the others to the shape's error counts. */
export function filterCorners(shape: Shape, corners: readonly (Pair | null)[]): Pair[] {
  const readable: Pair[] = []
  for (const corner of corners) {
    const [x, y] = corner ?? [Number.NaN, Number.NaN]
    const longitude = wrapLongitude(x)
    if (Math.abs(longitude) <= 180 && Math.abs(y) <= 90) readable.push([longitude, y])
    else {
      shape.bad += 1
      shape.isOutside ||= corner !== null
      if (Math.abs(x) > FAR || Math.abs(y) > FAR) shape.far ??= [x, y]
    }
  }
  return readable
}

/**
 * Shifts longitudes to be near the first one, so that a shape across the 180th meridian has no gap. The results may
 * exceed 180.
 */
function unwrap(pairs: readonly Pair[]): Pair[] {
  const [first = 0] = pairs[0] ?? []
  return pairs.map(([x, y]) => [x - 360 * Math.round((x - first) / 360), y])
}

function measureBox(pairs: readonly Pair[]) {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of pairs) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  return { west, east, south, north }
}

function toPoint([x, y]: Pair) {
  return { latitude: y, longitude: wrapLongitude(x) }
}

/** Returns the center of the corners' bounding box, even across the 180th meridian. Null if there are no corners. */
export function findMiddle(pairs: readonly Pair[]): RawRecord['at'] {
  if (pairs.length === 0) return null
  const { west, east, south, north } = measureBox(unwrap(pairs))
  return toPoint([(west + east) / 2, (south + north) / 2])
}

/** Returns the longitudes where the rings cross a latitude, from west to east. */
function crossings(rings: readonly (readonly Pair[])[], y: number): number[] {
  return rings
    .flatMap((ring) =>
      ring.flatMap(([x1, y1], at) => {
        const [x2, y2] = ring[(at + 1) % ring.length] as Pair
        return y1 > y !== y2 > y ? [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)] : []
      }),
    )
    .toSorted((a, b) => a - b)
}

/** Returns the box's center if it's inside, or else the middle of the widest part at that latitude, as PostGIS does. */
function findInside(rings: readonly (readonly Pair[])[]): { middle: Pair; isInside: boolean } {
  const { west, east, south, north } = measureBox(rings.flat())
  const [x, y] = [(west + east) / 2, (south + north) / 2]
  const cuts = crossings(rings, y)
  if (cuts.filter((cut) => cut < x).length % 2 === 1) return { middle: [x, y], isInside: true }
  let widest: readonly [number, number] = [x, x]
  for (let at = 0; at + 1 < cuts.length; at += 2) {
    const [from, to] = [cuts[at] as number, cuts[at + 1] as number]
    if (to - from > widest[1] - widest[0]) widest = [from, to]
  }
  return { middle: [(widest[0] + widest[1]) / 2, y], isInside: false }
}

function measureArea([outer = []]: readonly (readonly Pair[])[]): number {
  return Math.abs(
    outer.reduce((sum, [x1, y1], at) => {
      const [x2, y2] = outer[(at + 1) % outer.length] as Pair
      return sum + x1 * y2 - x2 * y1
    }, 0),
  )
}

function findInPolygons(polygons: readonly Pair[][][]): RawRecord['at'] {
  // Unwrap all corners together, so that parts on both sides of the 180th meridian are next to each other.
  const whole = unwrap(polygons.flat(2))
  let next = 0
  const near = polygons.map((rings) => rings.map((ring) => ring.map(() => whole[next++] as Pair)))
  const { middle, isInside } = findInside(near.flat())
  if (isInside || near.length === 1) return toPoint(middle)
  const largest = near.toSorted((a, b) => measureArea(b) - measureArea(a))[0] ?? []
  return toPoint(findInside(largest).middle)
}

/** Returns the diagonal of the pairs' bounding box, in meters. */
function measureSpread(pairs: readonly Pair[]): number {
  const { west, east, south, north } = measureBox(unwrap(pairs))
  return metresBetween({ latitude: south, longitude: west }, { latitude: north, longitude: east })
}

function findAmongPoints(points: readonly Pair[]): Located {
  const spread = measureSpread(points)
  return spread > MAX_SPREAD_METRES
    ? { at: null, unreadable: `its points are ${(spread / 1000).toFixed(1)} km apart` }
    : { at: findMiddle(points) }
}

function sayLeftOut(count: number): string {
  return `${count} of its corners can't be read and ${count === 1 ? 'was' : 'were'} left out`
}

/**
 * Returns a shape's position: its point, even if it also has lines and polygons, or else the center of its polygons. A
 * line alone isn't a place. Skips unreadable corners as long as most of a ring remains.
 */
export function locateShape(shape: Shape): Located {
  const { points, lines, bad, far } = shape
  const why = shape.isOutside ? OUT_OF_RANGE : UNREADABLE
  if (points.length > 0) return findAmongPoints(points)
  const polygons = shape.polygons.filter(([outer = []]) => outer.length > 0)
  const corners = polygons.flat(2).length
  const spread = corners > 0 ? measureSpread(polygons.flat(2)) : 0
  if (spread > MAX_SHAPE_METRES)
    return { at: null, unreadable: `its corners are ${(spread / 1000).toFixed(0)} km apart` }
  if (
    polygons.length > 0 &&
    bad < corners &&
    (bad === 0 || polygons.every(([outer = []]) => outer.length > 2))
  )
    return { at: findInPolygons(polygons), ...(bad > 0 && { doubt: sayLeftOut(bad) }) }
  if (far && corners === 0) return { at: null, far, unreadable: why }
  if (bad > 0 && lines.length === 0) return { at: null, unreadable: why }
  if (lines.length > 0) return { at: null, isLine: true }
  return { at: null }
}

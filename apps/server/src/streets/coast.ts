import type { Box } from './osm-file.ts'

/** Consecutive positions: longitude, latitude. Land is to the left of a coast. */
export type Chain = [longitude: number, latitude: number][]
type Point = Chain[number]

/** The sea as rings: clockwise around water, counterclockwise around islands in it. */
export type Sea = { box: Box; rings: Chain[] }

/** Margin around the coast in degrees, about 200 m. */
const MARGIN = 0.002

function same(a: Point | undefined, b: Point | undefined) {
  return a?.[0] === b?.[0] && a?.[1] === b?.[1]
}

function buildKey([x, y]: Point) {
  return `${x} ${y}`
}

/** Joins ways end to end. */
function joined(ways: readonly Chain[]): Chain[] {
  const begins = new Map<string, Chain[]>()
  const ends = new Set<string>()
  for (const way of ways) {
    if (way.length < 2) continue
    const key = buildKey(way[0] as Point)
    begins.set(key, [...(begins.get(key) ?? []), way])
    ends.add(buildKey(way.at(-1) as Point))
  }
  const used = new Set<Chain>()
  const chains: Chain[] = []
  const follow = (first: Chain) => {
    const chain = [...first]
    used.add(first)
    while (!same(chain[0], chain.at(-1))) {
      const next = begins.get(buildKey(chain.at(-1) as Point))?.find((way) => !used.has(way))
      if (!next) break
      used.add(next)
      for (const point of next.slice(1)) chain.push(point)
    }
    chains.push(chain)
  }
  // Coasts with open ends come first; the remaining ones are rings.
  for (const way of ways) if (way.length > 1 && !ends.has(buildKey(way[0] as Point))) follow(way)
  for (const way of ways) if (way.length > 1 && !used.has(way)) follow(way)
  return chains
}

function side(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

function crosses(a: Point, b: Point, chain: Chain): boolean {
  return chain.some((d, i) => {
    const c = chain[i - 1]
    return c && side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
  })
}

/** Returns the nearest point on the box's edge that no coast separates from `point`, or else the nearest point. */
function toEdge(point: Point, { west, south, east, north }: Box, coasts: readonly Chain[]): Point {
  const [x, y] = point
  const edges: [away: number, point: Point][] = [
    [x - west, [west, y]],
    [east - x, [east, y]],
    [y - south, [x, south]],
    [north - y, [x, north]],
  ]
  const nearest = edges.toSorted((a, b) => a[0] - b[0]).map(([, edge]) => edge)
  return nearest.find((edge) => !coasts.some((coast) => crosses(point, edge, coast))) ?? (nearest[0] as Point)
}

/** Measures a point's position on the edge, walking clockwise from the northwest corner, in sides from 0 to 4. */
function measureTurn([x, y]: Point, { west, south, east, north }: Box): number {
  const [u, v] = [(x - west) / (east - west), (north - y) / (north - south)]
  const sides: [away: number, turn: number][] = [
    [Math.abs(v), u],
    [Math.abs(1 - u), 1 + v],
    [Math.abs(1 - v), 3 - u],
    [Math.abs(u), 4 - v],
  ]
  return sides.reduce((best, side) => (side[0] < best[0] ? side : best))[1] % 4
}

function corner(turn: number, { west, south, east, north }: Box): Point {
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ][turn % 4] as Point
}

function signedArea(ring: Chain): number {
  return ring.reduce((sum, [x, y], i) => {
    const [px, py] = ring[(i + ring.length - 1) % ring.length] as Point
    return sum + (px * y - x * py) / 2
  }, 0)
}

/**
 * Closes coasts into rings of sea. Goes from the end of one coast clockwise along the box's edge to the start of the
 * next coast, and so on back to the first one.
 */
function seaRings(parts: readonly Chain[], box: Box): Chain[] {
  const begins = parts.map((part) => measureTurn(part[0] as Point, box))
  const used = new Set<number>()
  const rings: Chain[] = []
  for (const [start] of parts.entries()) {
    if (used.has(start)) continue
    const ring: Chain = []
    for (let at = start; !used.has(at); ) {
      used.add(at)
      const part = parts[at] as Chain
      ring.push(...part)
      const turn = measureTurn(part.at(-1) as Point, box)
      const ahead = (other: number) => ((begins[other] as number) - turn + 4) % 4
      // The next coast can be the same one: a single coast closes with itself.
      const next = [...parts.keys()].reduce((best, other) => (ahead(other) < ahead(best) ? other : best), at)
      for (let c = Math.floor(turn) + 1; c <= Math.floor(turn + ahead(next)); c++) ring.push(corner(c, box))
      at = next
    }
    ring.push(ring[0] as Point)
    rings.push(ring)
  }
  return rings
}

function around(ways: readonly Chain[]): Box {
  const box = { west: 180, south: 90, east: -180, north: -90 }
  for (const way of ways)
    for (const [x, y] of way) {
      box.west = Math.min(box.west, x - MARGIN)
      box.east = Math.max(box.east, x + MARGIN)
      box.south = Math.min(box.south, y - MARGIN)
      box.north = Math.max(box.north, y + MARGIN)
    }
  return box
}

/**
 * Builds the sea along an extract's coast, in a box around the coast. A coast that ends where the extract ends is
 * extended straight to an edge. Null if there is no coast.
 */
export function buildSea(ways: readonly Chain[]): Sea | null {
  const box = around(ways)
  if (!(box.west < box.east && box.south < box.north)) return null
  const chains = joined(ways)
  const isRing = (chain: Chain) => chain.length > 3 && same(chain[0], chain.at(-1))
  const rings = chains.filter(isRing)
  const open = chains
    .filter((chain) => !isRing(chain))
    .map((chain): Chain => {
      const [first, last] = [chain[0] as Point, chain.at(-1) as Point]
      return [toEdge(first, box, chains), ...chain, toEdge(last, box, chains)]
    })
  // There are only islands, so everything around them is sea. A ring in the other direction is a lagoon.
  const whole: Chain = [0, 1, 2, 3, 0].map((turn) => corner(turn, box))
  const outer =
    open.length > 0 ? seaRings(open, box) : rings.some((ring) => signedArea(ring) > 0) ? [whole] : []
  return { box, rings: [...outer, ...rings] }
}

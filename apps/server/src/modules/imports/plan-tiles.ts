import { WORLD } from '../places/index.ts'
import type { TileBox } from './ask-overpass.ts'

/** Maximum side of a tile in degrees. */
const TILE_DEGREES = 4
/** A tile that is smaller than this in degrees isn't split further. */
const MIN_SPLIT_DEGREES = 0.05
/** Maximum number of tiles of one import. */
export const MAX_TILES = 400
/** Places to skate are assumed to be within this many degrees of latitude (about 110 km) of a town. */
const TOWN_REACH = 1

type Point = { latitude: number; longitude: number }

function wrap(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}

/** Splits a box at the antimeridian. */
function unwrapBox({ west, south, east, north }: TileBox): TileBox[] {
  if (east - west >= 360) return [{ west: -180, south, east: 180, north }]
  if (east <= 180) return [{ west, south, east, north }]
  const [from, to] = [wrap(west), wrap(east)]
  return from < to
    ? [{ west: from, south, east: to, north }]
    : [
        { west: from, south, east: 180, north },
        { west: -180, south, east: to, north },
      ].filter((box) => box.west < box.east)
}

function divide({ west, south, east, north }: TileBox, columns: number, rows: number): TileBox[] {
  return Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns]
    const [width, height] = [(east - west) / columns, (north - south) / rows]
    return {
      west: round(west + column * width),
      south: round(north - (row + 1) * height),
      east: round(west + (column + 1) * width),
      north: round(north - row * height),
    }
  })
}

/** Returns the range of parts, out of `count` equal parts from `start` to `end`, that an interval overlaps. */
function findParts(from: number, to: number, [start, end]: [number, number], count: number): number[] {
  const size = (end - start) / count
  const first = Math.max(0, Math.floor((from - start) / size))
  const last = Math.min(count - 1, Math.floor((to - start) / size))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** Divides a box into equal tiles, and returns those near a town. */
function divideNearTowns(box: TileBox, columns: number, rows: number, towns: readonly Point[]): TileBox[] {
  const near = new Set<number>()
  for (const { latitude, longitude } of towns) {
    const reach = TOWN_REACH / Math.max(0.1, Math.cos((latitude * Math.PI) / 180))
    // Rows are counted from the north.
    const found = findParts(-latitude - TOWN_REACH, -latitude + TOWN_REACH, [-box.north, -box.south], rows)
    for (const shift of found.length > 0 ? [-360, 0, 360] : [])
      for (const column of findParts(
        longitude + shift - reach,
        longitude + shift + reach,
        [box.west, box.east],
        columns,
      ))
        for (const row of found) near.add(row * columns + column)
  }
  return divide(box, columns, rows).filter((_, index) => near.has(index))
}

/** Plans a country's tiles: the parts of the world that are near one of its towns. */
export function planCountry(towns: readonly Point[]): TileBox[] {
  return divideNearTowns(WORLD, 360 / TILE_DEGREES, 180 / TILE_DEGREES, towns)
}

function countParts(degrees: number): number {
  return Math.max(1, Math.ceil(degrees / TILE_DEGREES - 1e-9))
}

/** Plans a box's tiles. If there are several, leaves out those far from all towns, such as the open sea. */
export function planBox(box: TileBox, towns: readonly Point[]): TileBox[] {
  return unwrapBox(box).flatMap((part) => {
    const [columns, rows] = [countParts(part.east - part.west), countParts(part.north - part.south)]
    return columns * rows === 1 ? divide(part, 1, 1) : divideNearTowns(part, columns, rows, towns)
  })
}

/** Splits a tile into quarters. Empty if it's too small for that. */
export function splitTile(tile: TileBox): TileBox[] {
  return Math.max(tile.east - tile.west, tile.north - tile.south) < MIN_SPLIT_DEGREES
    ? []
    : divide(tile, 2, 2)
}

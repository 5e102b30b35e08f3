import { LIMITS } from '../limits.ts'
import { toWorld } from '../map/map-codec.ts'

type Box = { west: number; south: number; east: number; north: number }

/** A map tile. */
export type Tile = { z: number; x: number; y: number }

const METRES_PER_DEGREE = 111_195
/** Streets are drawn from this zoom level on. */
export const STREETS_FROM_ZOOM = 7

/** Whether a box is small enough to download: no side is longer than `LIMITS.area_metres`. */
export function fitsArea({ west, south, east, north }: Box): boolean {
  const nearest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north))
  const width = (east - west) * Math.cos((nearest * Math.PI) / 180)
  return Math.max(width, north - south) * METRES_PER_DEGREE <= LIMITS.area_metres
}

/** Lists the street tiles in a box, low zoom levels first; columns wrap around at the antimeridian. */
export function tilesOfArea(
  { west, south, east, north }: Box,
  { min_zoom, max_zoom }: { min_zoom: number; max_zoom: number },
): Tile[] {
  const first = toWorld(north, west)
  const last = toWorld(south, east)
  const tiles: Tile[] = []
  for (let z = Math.max(STREETS_FROM_ZOOM, min_zoom); z <= max_zoom; z++) {
    const size = 2 ** z
    const row = (y: number) => Math.min(size - 1, Math.floor(y * size))
    for (let x = Math.floor(first.x * size); x <= Math.floor(last.x * size); x++)
      for (let y = row(first.y); y <= row(last.y); y++) tiles.push({ z, x: ((x % size) + size) % size, y })
  }
  return tiles
}

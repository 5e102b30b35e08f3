import { fromWorld, toWorld } from '@nollie/contract/map/map-codec'
import type { Bounds, View } from '../engine/types.ts'

/**
 * A view in whole 512-pixel tiles, in the API's format. `x1` exceeds the last column if the view crosses the
 * antimeridian.
 */
export type TileView = { z: number; x0: number; x1: number; y0: number; y1: number }

/** A tile's side length in pixels. */
export const TILE = 512
/** The API rejects views with more tiles than this. */
const TILES_MAX = 64
const DEEPEST = 20

/** The whole world as a single tile. */
export const WORLD: TileView = { z: 0, x0: 0, x1: 0, y0: 0, y1: 0 }

/**
 * Returns the tiles that cover a box at a zoom. They reach past the box, so small moves don't need a new request.
 * Columns start inside the world and continue across the antimeridian, at most once around the world.
 */
export function toTileView(bounds: Bounds, zoom: number): TileView {
  for (let z = Math.max(0, Math.min(DEEPEST, Math.floor(zoom))); z > 0; z--) {
    const view = coverAt(bounds, z)
    if ((view.x1 - view.x0 + 1) * (view.y1 - view.y0 + 1) <= TILES_MAX) return view
  }
  return WORLD
}

function coverAt({ west, south, east, north }: Bounds, z: number): TileView {
  const size = 2 ** z
  const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * size)
  const row = (latitude: number) => Math.max(0, Math.min(size - 1, Math.floor(toWorld(latitude, 0).y * size)))
  const first = column(west)
  const x0 = ((first % size) + size) % size
  const width = Math.min(size - 1, column(east) - first)
  return { z, x0, x1: x0 + Math.max(0, width), y0: row(north), y1: row(south) }
}

/** Computes the box that a map of this size in pixels would show, without needing the map. */
export function toBounds({ latitude, longitude, zoom }: View, width: number, height: number): Bounds {
  const scale = TILE * 2 ** zoom
  const middle = toWorld(latitude, longitude)
  const [dx, dy] = [width / 2 / scale, height / 2 / scale]
  const least = fromWorld(middle.x - dx, Math.max(0, middle.y - dy))
  const max = fromWorld(middle.x + dx, Math.min(1, middle.y + dy))
  return { west: least.longitude, east: max.longitude, north: least.latitude, south: max.latitude }
}

/** Whether a world position (26 bits per axis) is on the view's tiles. */
export function covers({ z, x0, x1, y0, y1 }: TileView, at: { x: number; y: number }): boolean {
  const size = 2 ** z
  const column = Math.floor(at.x / 2 ** (26 - z))
  const row = Math.floor(at.y / 2 ** (26 - z))
  return (
    row >= y0 && row <= y1 && ((column >= x0 && column <= x1) || (column + size >= x0 && column + size <= x1))
  )
}

/**
 * Returns the view that fits a box on a map of this size in pixels, with a `room` margin and at most zoom `closest`.
 */
export function fitView(box: Bounds, width: number, height: number, closest: number, room = 56): View {
  const least = toWorld(box.south, box.west)
  const max = toWorld(box.north, box.east)
  const level = (span: number, pixels: number) => Math.log2(Math.max(1, pixels - 2 * room) / (TILE * span))
  const zoom = Math.min(closest, level(max.x - least.x, width), level(least.y - max.y, height))
  const { latitude, longitude } = fromWorld((least.x + max.x) / 2, (least.y + max.y) / 2)
  return { latitude, longitude: longitude > 180 ? longitude - 360 : longitude, zoom: Math.max(0.5, zoom) }
}

/** Whether a point is inside a box. */
export function isIn(
  { west, south, east, north }: Bounds,
  { latitude, longitude }: { latitude: number; longitude: number },
): boolean {
  return (
    latitude >= south &&
    latitude <= north &&
    [longitude, longitude + 360].some((degrees) => degrees >= west && degrees <= east)
  )
}

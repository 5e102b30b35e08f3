import { GROUND_ZOOM_MAX, toWorld } from '@nollie/contract/map/map-codec'
import type { View } from '../engine/types.ts'
import { TILE, type TileView } from '../view/view-tiles.ts'

/** Offset from the map's center, in pixels. */
type Offset = { x: number; y: number }

/**
 * Returns a function that converts a place to its offset on a map with this view. The map repeats around the world, so
 * the offset is for the copy nearest to the center.
 */
export function placesIn(view: View) {
  const scale = TILE * 2 ** view.zoom
  const middle = toWorld(view.latitude, view.longitude)
  return ({ latitude, longitude }: { latitude: number; longitude: number }): Offset => {
    const { x, y } = toWorld(latitude, longitude)
    const dx = x - middle.x - Math.round(x - middle.x)
    return { x: Math.round(dx * scale), y: Math.round((y - middle.y) * scale) }
  }
}

/** An image tile: its path on the server, the offset of its upper-left corner, and its size in pixels. */
export type BackgroundTile = Offset & { path: string; width: number; height: number }

/** Returns the image tiles under a view's `tiles`. Past the server's deepest zoom, they are parts of larger tiles. */
export function toBackgroundTiles(view: View, tiles: TileView): BackgroundTile[] {
  const z = Math.min(tiles.z, GROUND_ZOOM_MAX)
  const across = 2 ** z
  const size = TILE * 2 ** (view.zoom - z)
  const larger = (n: number) => Math.floor(n / 2 ** (tiles.z - z))
  const [x0, x1, y0, y1] = [tiles.x0, tiles.x1, tiles.y0, tiles.y1].map(larger) as [
    number,
    number,
    number,
    number,
  ]
  const middle = toWorld(view.latitude, view.longitude)
  // Column numbers start over in each copy of the world, and the view may be in a neighboring copy.
  const turn = Math.round(middle.x - (x0 + x1 + 1) / 2 / across) * across
  const left = (x: number) => Math.round((x + turn) * size - middle.x * across * size)
  const top = (y: number) => Math.round(y * size - middle.y * across * size)
  const background: BackgroundTile[] = []
  for (let y = y0; y <= y1; y++)
    for (let x = x0; x <= x1; x++)
      background.push({
        path: `${z}/${x % across}/${y}`,
        x: left(x),
        y: top(y),
        width: left(x + 1) - left(x),
        height: top(y + 1) - top(y),
      })
  return background
}

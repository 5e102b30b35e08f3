import type { ImportPreview } from '@nollie/contract'

/** Maximum number of points in a preview. */
export const POINTS_MAX = 400
/** The smallest cells have sides of 1/64 degree. */
const FINEST = 6
const COARSEST = -5

type Cell = { latitude: number; longitude: number; count: number }
type Sides = { west: number; south: number; east: number; north: number }

/**
 * Groups any number of places into at most {@link POINTS_MAX} points. If there are more, the size of the cells doubles,
 * so that memory doesn't grow with the number of places.
 */
export class PreviewPoints {
  #level = FINEST
  #cells = new Map<string, Cell>()
  /** The bounding box of the places; null if there are none. */
  box: Sides | null = null

  add({ latitude, longitude }: { latitude: number; longitude: number }): void {
    this.#put({ latitude, longitude, count: 1 })
    const { west, south, east, north } = this.box ?? {
      west: longitude,
      east: longitude,
      south: latitude,
      north: latitude,
    }
    this.box = {
      west: Math.min(west, longitude),
      south: Math.min(south, latitude),
      east: Math.max(east, longitude),
      north: Math.max(north, latitude),
    }
    while (this.#cells.size > POINTS_MAX && this.#level > COARSEST) this.#coarsen()
  }

  /** Returns the points, each at the average position of its places. */
  list(): ImportPreview['points'] {
    return [...this.#cells.values()].map(({ latitude, longitude, count }) => ({
      latitude: Number((latitude / count).toFixed(5)),
      longitude: Number((longitude / count).toFixed(5)),
      count,
    }))
  }

  // A cell stores the sum of its places' positions.
  #put({ latitude, longitude, count }: Cell): void {
    const scale = 2 ** this.#level
    const key = `${Math.floor((latitude / count) * scale)}/${Math.floor((longitude / count) * scale)}`
    const cell = this.#cells.get(key)
    if (cell) {
      cell.latitude += latitude
      cell.longitude += longitude
      cell.count += count
    } else this.#cells.set(key, { latitude, longitude, count })
  }

  #coarsen(): void {
    const cells = this.#cells
    this.#level -= 1
    this.#cells = new Map()
    for (const cell of cells.values()) this.#put(cell)
  }
}

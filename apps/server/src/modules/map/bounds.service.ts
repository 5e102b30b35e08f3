import { type Box, fromWorld, WORLD_BITS } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { runWithinSearchTime } from '../../db/text-search.ts'
import { type Counted, findCounted, type Filters } from './facets.ts'
import { DEEPEST_CELLS, type DenseCell, selectCells, selectDensest, selectState } from './map.queries.ts'
import { selectNewest } from './map-search.queries.ts'
import { computeCellSize, decodeMorton } from './morton-ranges.ts'
import { COUNT_CAP, planSearch } from './plan-search.ts'

const WORLD = { z: 0, x0: 0, x1: 0, y0: 0, y1: 0 }
/** The zoom for cells about 1.4 degrees wide, which are precise enough for a box around thousands of spots. */
const CELLS_ZOOM = 6
/** Zoom whose cells are about 40 km wide. */
const CITY_ZOOM = 8
const STEPS = 2 ** WORLD_BITS

type Square = { x: number; y: number; size: number }

/**
 * Returns the smallest box around these map squares, or null if there are no squares. The box may cross the
 * antimeridian.
 */
export function encloseSquares(squares: readonly Square[]): Box | null {
  const columns = squares.toSorted((a, b) => a.x - b.x)
  const [first] = columns
  if (!first) return null
  // The box spans everything except the widest gap between neighbors.
  let end = first.x
  let [west, widest] = [first.x, 0]
  for (const { x, size } of columns) {
    if (x - end > widest) [west, widest] = [x, x - end]
    end = Math.max(end, x + size)
  }
  const around = first.x + STEPS - end
  if (around >= widest) [west, widest] = [first.x, around]
  const top = Math.min(...squares.map(({ y }) => y))
  const foot = Math.max(...squares.map(({ y, size }) => y + size))
  const southWest = fromWorld(west / STEPS, foot / STEPS)
  const northEast = fromWorld((west + STEPS - widest) / STEPS, top / STEPS)
  return {
    west: southWest.longitude,
    south: southWest.latitude,
    east: northEast.longitude,
    north: northEast.latitude,
  }
}

async function byCells(db: Db, counted: Counted): Promise<Box | null> {
  const size = computeCellSize(CELLS_ZOOM)
  const cells = await selectCells(db, CELLS_ZOOM, [{ low: 0, high: STEPS ** 2 }], counted)
  return encloseSquares(cells.map(({ cell }) => ({ ...decodeMorton(cell * size), size: Math.sqrt(size) })))
}

/**
 * Returns the box around all matches. It's exact for up to a thousand matches. For more, it covers all cells with
 * matches or, if no stored count matches the filters, only the newest thousand matches.
 */
export async function findMatchBounds(
  db: Db,
  filters: Filters,
): Promise<{ count: number; count_capped: boolean; bounds: Box | null }> {
  const counted = findCounted(filters)
  const total = counted === null ? 0 : (await selectState(db, counted)).total
  if (counted !== null && total > COUNT_CAP)
    return { count: total, count_capped: false, bounds: await byCells(db, counted) }
  const spots = await runWithinSearchTime(db, async (tx) => {
    const { search, total: found } = await planSearch(tx, WORLD, filters, COUNT_CAP + 1)
    return found === 0 ? [] : selectNewest(tx, search, COUNT_CAP + 1, null)
  })
  return {
    count: Math.min(COUNT_CAP, spots.length),
    count_capped: spots.length > COUNT_CAP,
    bounds: encloseSquares(spots.map(({ qk }) => ({ ...decodeMorton(qk), size: 1 }))),
  }
}

/**
 * Returns a city-sized box with the densest area in its center, found by repeatedly zooming into the fullest cell. A
 * cell's own edges would cut off towns that lie on them.
 */
export async function findDensestBounds(db: Db): Promise<Box | null> {
  let densest: DenseCell | null = null
  for (let z = 2; z <= DEEPEST_CELLS; z++) {
    densest = await selectDensest(db, z, densest?.cell ?? null)
    if (!densest) return null
  }
  if (!densest) return null
  const size = Math.sqrt(computeCellSize(CITY_ZOOM))
  const west = (densest.x - size / 2 + STEPS) % STEPS
  return encloseSquares([{ x: west, y: densest.y - size / 2, size }])
}

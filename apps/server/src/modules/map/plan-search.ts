import type { Db } from '../../db/open.ts'
import { commonRanges, rangesAround } from './ranges-around.ts'
import { filtersByText, baseOf, type Counted, countedOf, facetsOf, type Filters } from './facets.ts'
import { countSearched, DEEPEST_CELLS, type Search, selectCells, selectTotals } from './map.queries.ts'
import { type Range, rangesOf, type TileView } from './morton.ts'

/** A view of at most so many spots is always read whole and sorted. */
const MIN_WALKED = 2_000
/** Where matches cannot be counted beforehand: of how many spots it is worth it to read all. */
const MAX_READ = 20_000
/** Spots are many from here on. */
const LARGE = 100_000
/** Counting matches by reading stops here. */
export const COUNT_CAP = 1_000

const WORLD: Range[] = [{ low: 0, high: 2 ** 52 }]

/**
 * How to search; how many spots match anywhere where that is not counted beforehand (no more than {@link COUNT_CAP} + 1);
 * and the way to all matches of the view at once, null where there are too many to read.
 */
export type Plan = { search: Search; total: number | null; whole: Search | null }

/** About how many spots some ranges have: of any kind, and of those that the base has. */
type Load = { all: number; based: number }

const loadOf = async (db: Db, z: number, ranges: readonly Range[], base: Counted): Promise<Load> => {
  const cells = await selectCells(db, z, ranges, base)
  return {
    all: cells.reduce((sum, cell) => sum + cell.all, 0),
    based: cells.reduce((sum, { n }) => sum + n, 0),
  }
}

/** The way that reads the least of some ranges whole, null where that is too much. */
const wayToAll = ({ all, based }: Load, base: Counted): 'view' | number | null => {
  if (all <= MAX_READ) return 'view'
  return typeof base === 'number' && based <= MAX_READ ? base : null
}

/**
 * Decides how the newest `limit` matches of a view are found with the least reading, from what the cells count and, where
 * they cannot tell, from how rare matches are.
 */
export const planSearch = async (db: Db, view: TileView, filters: Filters, limit: number): Promise<Plan> => {
  const totals = await selectTotals(db, facetsOf(filters))
  const base = baseOf(filters, totals.of)
  const world = filters.around ? rangesAround(filters.around) : WORLD
  const ranges = filters.around ? commonRanges(rangesOf(view), world) : rangesOf(view)
  const load = await loadOf(db, Math.min(view.z, DEEPEST_CELLS), ranges, base)
  const large = totals.all > LARGE
  const search = { ranges, filters, large }
  const all = wayToAll(load, base)
  if (countedOf(filters) !== null) {
    const walked = (limit * totals.all) / Math.max(1, load.based)
    const way = load.all <= Math.max(MIN_WALKED, walked) ? 'view' : 'newest'
    return { search: { ...search, way }, total: null, whole: all === null ? null : { ...search, way: all } }
  }
  const wayAnywhere = async (): Promise<Search['way']> => {
    if (filtersByText(filters) && !filters.around) return 'texts'
    const everywhere = await loadOf(db, filters.around ? DEEPEST_CELLS : 0, world, base)
    return wayToAll(everywhere, base) ?? 'walk'
  }
  const worldWay = await wayAnywhere()
  const total = await countSearched(db, { ...search, ranges: world, way: worldWay }, COUNT_CAP + 1)
  const isCommon = total > COUNT_CAP
  const way = all ?? (isCommon ? 'walk' : worldWay)
  const whole = all ?? (isCommon ? null : worldWay)
  return { search: { ...search, way }, total, whole: whole === null ? null : { ...search, way: whole } }
}

import type { Db } from '../../db/open.ts'
import { intersectRanges, findRangesAround } from './ranges-around.ts'
import {
  filtersByFacts,
  filtersByText,
  countBase,
  type Counted,
  findCounted,
  listFacets,
  type Filters,
} from './facets.ts'
import { DEEPEST_CELLS, selectCells, selectTotals } from './map.queries.ts'
import { countSearched, type Search } from './map-search.queries.ts'
import { type Range, toRanges, type TileView } from './morton-ranges.ts'

/** A view with at most this many spots is always read in full and sorted. */
const MIN_WALKED = 2_000
/** A view with up to this many spots is read in full if no stored count matches the filters. */
const MAX_READ = 20_000
/** Above this number of spots, the table counts as large. */
const LARGE = 100_000
/** Matches that must be read are counted only up to this number. */
export const COUNT_CAP = 1_000

const WORLD: Range[] = [{ low: 0, high: 2 ** 52 }]

/**
 * How to run a search. `total` is the number of matches worldwide, up to {@link COUNT_CAP} + 1, or null if the cells'
 * counts cover them. `whole` reads all matches in view; null if there are too many.
 */
export type Plan = { search: Search; total: number | null; whole: Search | null }

/** The approximate number of spots in some ranges: all spots, and those in the base set. */
type Load = { all: number; based: number }

async function measureLoad(db: Db, z: number, ranges: readonly Range[], base: Counted): Promise<Load> {
  const cells = await selectCells(db, z, ranges, base)
  return {
    all: cells.reduce((sum, cell) => sum + cell.all, 0),
    based: cells.reduce((sum, { n }) => sum + n, 0),
  }
}

/** Returns the plan that reads the fewest rows to get every spot in some ranges, or null if there are too many. */
function wayToAll({ all, based }: Load, base: Counted): 'view' | number | null {
  if (all <= MAX_READ) return 'view'
  return typeof base === 'number' && based <= MAX_READ ? base : null
}

/** Whether there are so many spots that a search for one or two letters only matches the start of a term. */
export async function isLarge(db: Db): Promise<boolean> {
  return (await selectTotals(db, [])).all > LARGE
}

/**
 * Chooses the cheapest plan for a view's newest `limit` matches. Uses the cell counts, or an estimate of how rare
 * matches are if cells don't count them.
 */
export async function planSearch(db: Db, view: TileView, filters: Filters, limit: number): Promise<Plan> {
  const totals = await selectTotals(db, listFacets(filters))
  const base = countBase(filters, totals.of)
  const world = filters.around ? findRangesAround(filters.around) : WORLD
  const ranges = filters.around ? intersectRanges(toRanges(view), world) : toRanges(view)
  if (filtersByFacts(filters)) {
    const large = totals.all > LARGE
    const search: Search = { ranges, filters, large, way: 'facts' }
    const total = await countSearched(db, { ...search, ranges: world }, COUNT_CAP + 1)
    return { search, total, whole: search }
  }
  const load = await measureLoad(db, Math.min(view.z, DEEPEST_CELLS), ranges, base)
  const large = totals.all > LARGE
  const search = { ranges, filters, large }
  const all = wayToAll(load, base)
  if (findCounted(filters) !== null) {
    const walked = (limit * totals.all) / Math.max(1, load.based)
    const way = load.all <= Math.max(MIN_WALKED, walked) ? 'view' : 'newest'
    return { search: { ...search, way }, total: null, whole: all === null ? null : { ...search, way: all } }
  }
  const wayAnywhere = async (): Promise<Search['way']> => {
    if ((filtersByText(filters) || filters.status === 'stopped') && !filters.around) return 'texts'
    const everywhere = await measureLoad(db, filters.around ? DEEPEST_CELLS : 0, world, base)
    return wayToAll(everywhere, base) ?? 'walk'
  }
  const worldWay = await wayAnywhere()
  const total = await countSearched(db, { ...search, ranges: world, way: worldWay }, COUNT_CAP + 1)
  const isCommon = total > COUNT_CAP
  const way = all ?? (isCommon ? 'walk' : worldWay)
  const whole = all ?? (isCommon ? null : worldWay)
  return { search: { ...search, way }, total, whole: whole === null ? null : { ...search, way: whole } }
}

import type { Db } from '../../db/open.ts'
import { asksText, type Filters } from './filters.queries.ts'
import { countMatches, DEEPEST_CELLS, type Search, selectCells, selectState } from './map.queries.ts'
import { cellSize, rangesOf, type TileView } from './morton.ts'

/** A view of at most so many spots is always read whole and sorted. */
const FEW = 2_000
/** Reading texts costs more: of how many it is worth it to know all. */
const FEW_FOR_TEXTS = 20_000
/** Spots are many from here on. */
const LARGE = 100_000
/** Counting matches of a text stops here. */
export const COUNT_CAP = 1_000

/**
 * How to search, how many spots match anywhere where texts are asked for (no more than {@link COUNT_CAP} + 1), and about
 * how many spots of any kind the view has.
 */
export type Plan = { search: Search; total: number | null; inView: number }

/** The ways to all matches of a view at once, for counting and sorting them; null where there are too many to read. */
export const planWhole = ({ search, total, inView }: Plan): Search | null => {
  if (inView <= FEW_FOR_TEXTS) return { ...search, way: 'view' }
  return total !== null && total <= COUNT_CAP ? { ...search, way: 'texts' } : null
}

/**
 * Decides how the newest `limit` matches of a view are found with the least reading, from what the cells count and, for
 * texts, from how rare they are.
 */
export const planSearch = async (db: Db, view: TileView, filters: Filters, limit: number): Promise<Plan> => {
  const ranges = rangesOf(view)
  const z = Math.min(view.z, DEEPEST_CELLS)
  const cells = await selectCells(db, z, ranges, cellSize(z), filters.type)
  const all = await selectState(db, undefined)
  const inView = cells.reduce((sum, cell) => sum + cell.all, 0)
  const large = all.total > LARGE
  if (!asksText(filters)) {
    const matching = cells.reduce((sum, { n }) => sum + n, 0)
    const walked = (limit * all.total) / Math.max(1, matching)
    const way = inView <= Math.max(FEW, walked) ? 'view' : 'newest'
    return { search: { ranges, filters, way, large }, total: null, inView }
  }
  const total = await countMatches(db, { filters, large }, COUNT_CAP + 1)
  const isCommon = total > COUNT_CAP
  const way = inView <= FEW_FOR_TEXTS ? 'view' : isCommon ? 'newest' : 'texts'
  return { search: { ranges, filters, way, large }, total, inView }
}

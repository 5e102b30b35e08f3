import type { Db } from '../../db/open.ts'
import { asksText, type Filters } from './filters.queries.ts'
import { DEEPEST_CELLS, type Search, selectCells, selectState } from './map.queries.ts'
import { cellSize, rangesOf, type TileView } from './morton.ts'

/** A view of at most so many spots is always read whole and sorted. */
const FEW = 2_000
/** Of texts nobody knows how rare they are: views up to this are read whole. */
const FEW_FOR_TEXTS = 100_000
/** Spots are many from here on. */
const LARGE = 100_000
/** Reading a spot's line in the code index and sorting it costs a third of reading a spot itself. */
const READ_COST = 3

/**
 * Decides how the newest `limit` matches of a view are found with the least reading, from what the cells count: by
 * reading the view (`narrow`), or by walking all spots from the newest until enough of them lie in the view.
 */
export const planSearch = async (
  db: Db,
  view: TileView,
  filters: Filters,
  limit: number,
): Promise<Search> => {
  const ranges = rangesOf(view)
  const z = Math.min(view.z, DEEPEST_CELLS)
  const cells = await selectCells(db, z, ranges, cellSize(z), filters.type)
  const { total } = await selectState(db, undefined)
  const inView = cells.reduce((sum, { all }) => sum + all, 0)
  const matching = cells.reduce((sum, { n }) => sum + n, 0)
  const walked = (limit * total) / Math.max(1, matching)
  const narrow = inView <= (asksText(filters) ? FEW_FOR_TEXTS : Math.max(FEW, READ_COST * walked))
  return { ranges, filters, narrow, large: total > LARGE }
}

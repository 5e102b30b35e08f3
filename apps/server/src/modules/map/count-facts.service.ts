import type { FactCounts } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { runWithinSearchTime } from '../../db/text-search.ts'
import { selectFactCounts } from './count-facts.queries.ts'
import type { Filters } from './facets.ts'
import { toRanges, type TileView } from './morton-ranges.ts'
import { isLarge } from './plan-search.ts'
import { intersectRanges, findRangesAround } from './ranges-around.ts'

/** Counts the spots in view that would match each filter choice. */
export function countFacts(db: Db, view: TileView, filters: Filters): Promise<FactCounts> {
  return runWithinSearchTime(db, async (tx) => {
    const inView = toRanges(view)
    const ranges = filters.around ? intersectRanges(inView, findRangesAround(filters.around)) : inView
    return selectFactCounts(tx, { ranges, filters, large: await isLarge(tx) })
  })
}

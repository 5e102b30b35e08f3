import type { SpotType } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { countInCells, DEEPEST_CELLS } from './map.queries.ts'
import { cellSize, type Range } from './morton.ts'

/** A view of at most so many spots is read whole and sorted; of a larger one the newest spots are walked. */
export const NARROW_SPOTS = 20_000

/** How many spots of a kind (or all) lie in a view; of a deep view at most how many, told by the cells around it. */
export const countView = (
  db: Db,
  z: number,
  ranges: readonly Range[],
  type: SpotType | undefined,
): Promise<number> => {
  const level = Math.min(z, DEEPEST_CELLS)
  return countInCells(db, level, ranges, cellSize(level), type)
}

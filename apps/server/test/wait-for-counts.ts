import type { Db } from '../src/db/open.ts'
import { rollUpSpots } from '../src/modules/map/index.ts'
import { rollUpCounts } from '../src/modules/posts/index.ts'

// The app's own rollup may be counting some of them at the same time, so an empty rollup does not mean an empty queue.

/** Waits until the map counts every change made so far. */
export const spotsCounted = async (db: Db): Promise<void> => {
  while (await rollUpSpots(db));
}

/** Waits until every like and comment made so far is counted and published. */
export const commentsCounted = async (db: Db): Promise<void> => {
  while (await rollUpCounts(db));
}

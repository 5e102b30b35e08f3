import type { Db } from '../../src/db/open.ts'
import { rollUpSpots } from '../../src/modules/map/index.ts'
import { rollUpCounts } from '../../src/modules/posts/index.ts'

// Even if a rollup finds nothing, the queue may not be empty, because the app's own rollup may be counting some rows.

/** Waits until the map has counted every change made so far. */
export async function spotsCounted(db: Db): Promise<void> {
  while (await rollUpSpots(db));
}

/** Waits until every like and comment so far has been counted and published. */
export async function commentsCounted(db: Db): Promise<void> {
  while (await rollUpCounts(db));
}

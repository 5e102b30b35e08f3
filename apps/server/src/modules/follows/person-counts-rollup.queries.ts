import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { inBatches } from './drain-queue.queries.ts'

/** Number of queued changes per transaction. */
const COUNTS_BATCH = 5_000

/** Adds queued changes to people's counts, and publishes the new counts. */
export function rollUpPersonCounts(db: Db): Promise<boolean> {
  return inBatches(
    db,
    'person_delta',
    COUNTS_BATCH,
    sql`select nollie_rollup_people(${COUNTS_BATCH}) as lines`,
  )
}

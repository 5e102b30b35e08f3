import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { inBatches } from './drain-queue.queries.ts'

/** Queued changes added in one transaction. */
const COUNTS_BATCH = 5_000

/** Adds the queued changes to the counts of people, and publishes them. */
export const rollUpPersonCounts = (db: Db): Promise<boolean> =>
  inBatches(db, 'person_delta', COUNTS_BATCH, sql`select nollie_rollup_people(${COUNTS_BATCH}) as lines`)

import { type RawBuilder, sql } from 'kysely'
import { isQueued } from '../../db/is-queued.ts'
import type { Db } from '../../db/open.ts'
import type { TableName } from '../../db/table-name.ts'

/** Queued changes added in one transaction. */
const COUNTS_BATCH = 5_000
/** Posts added to timelines in one transaction. */
const POSTS_BATCH = 50

// Empties a queue in batches; returns whether anything was queued.
const inBatches = async (
  db: Db,
  queue: TableName,
  size: number,
  batch: RawBuilder<{ lines: number }>,
): Promise<boolean> => {
  if (!(await isQueued(db, queue))) return false
  for (let lines = size; lines === size; ) lines = (await batch.execute(db)).rows[0]?.lines ?? 0
  return true
}

/** Adds the queued changes to the counts of people, and publishes them. */
export const rollUpPersonCounts = (db: Db): Promise<boolean> =>
  inBatches(db, 'person_delta', COUNTS_BATCH, sql`select nollie_rollup_people(${COUNTS_BATCH}) as lines`)

/** Adds new posts to the stored timelines of people who follow very many. */
export const fanOutPosts = (db: Db): Promise<boolean> =>
  inBatches(db, 'timeline_queue', POSTS_BATCH, sql`select nollie_fan_out(${POSTS_BATCH}) as lines`)

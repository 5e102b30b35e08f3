import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { inBatches } from './drain-queue.queries.ts'

/** Number of posts per transaction. */
const POSTS_BATCH = 50

/** Adds new posts to the stored timelines of people who follow a very large number of people. */
export function fanOutPosts(db: Db): Promise<boolean> {
  return inBatches(db, 'timeline_queue', POSTS_BATCH, sql`select nollie_fan_out(${POSTS_BATCH}) as lines`)
}

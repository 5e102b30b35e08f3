import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { inBatches } from './drain-queue.queries.ts'

/** Posts added to timelines in one transaction. */
const POSTS_BATCH = 50

/** Adds new posts to the stored timelines of people who follow very many. */
export const fanOutPosts = (db: Db): Promise<boolean> =>
  inBatches(db, 'timeline_queue', POSTS_BATCH, sql`select nollie_fan_out(${POSTS_BATCH}) as lines`)

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'

/** Rows of the queue counted in one transaction. */
const LINES = 5_000

const isQueued = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{
    queued: boolean
  }>`select exists (select from counter_delta) as queued`.execute(db)
  return rows[0]?.queued ?? false
}

/**
 * Takes every like and comment that waits into the counts beside the items and into the live events. Any number of
 * processes may do this at once: one works, the others find nothing to do. Killed at any moment, nothing is lost or
 * counted twice. Gives whether anything waited.
 */
export const rollUpCounts = async (db: Db): Promise<boolean> => {
  if (!(await isQueued(db))) return false
  for (let lines = LINES; lines === LINES; ) {
    const { rows } = await sql<{ lines: number }>`select nollie_rollup_counters(${LINES}) as lines`.execute(
      db,
    )
    lines = rows[0]?.lines ?? 0
  }
  return true
}

/**
 * Takes the likes and comments of this transaction, and no others, into the counts beside their items: without
 * notifications and live events, for rows of the past. Savepoints would hide lines from it.
 */
export const countQuietly = async (tx: Tx): Promise<void> => {
  await sql`
    with taken as (
      delete from counter_delta where xmin = pg_current_xact_id()::xid returning *
    ), change as (
      select post_id, media_index, coalesce(sum(delta) filter (where counter = 'like'), 0) as likes,
        coalesce(sum(delta) filter (where counter = 'comment'), 0) as comments
      from taken group by 1, 2
    ), held as materialized (
      select pm.post_id, pm.media_index from post_media pm join change using (post_id, media_index)
      order by 1, 2 for no key update of pm
    )
    update post_media pm
    set like_count = pm.like_count + c.likes, comment_count = pm.comment_count + c.comments
    from change c join held using (post_id, media_index)
    where pm.post_id = c.post_id and pm.media_index = c.media_index`.execute(tx)
}

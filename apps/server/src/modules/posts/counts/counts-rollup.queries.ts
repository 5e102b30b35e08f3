import { sql } from 'kysely'
import { isQueued } from '../../../db/is-queued.ts'
import type { Db, Tx } from '../../../db/open.ts'

/** Maximum number of queue rows processed per transaction. */
const LINES = 5_000

/**
 * Adds all queued likes and comments to their items' counts and publishes them. Returns whether anything was queued.
 * Safe to call concurrently: only one call does the work. An interrupted call doesn't lose any changes or count them
 * twice.
 */
export async function rollUpCounts(db: Db): Promise<boolean> {
  if (!(await isQueued(db, 'counter_delta'))) return false
  for (let lines = LINES; lines === LINES; ) {
    const { rows } = await sql<{ lines: number }>`select nollie_rollup_counters(${LINES}) as lines`.execute(
      db,
    )
    lines = rows[0]?.lines ?? 0
  }
  return true
}

/**
 * Adds this transaction's likes and comments to their items' counts, without notifications or live events. Used for
 * imports. It can't see rows that were inserted after a savepoint.
 */
export async function countQuietly(tx: Tx): Promise<void> {
  await sql`
    with taken as (
      delete from counter_delta where xmin = pg_current_xact_id()::xid returning *
    ), change as (
      select post_id, media_index, coalesce(sum(delta) filter (where counter = 'like'), 0) as likes,
        coalesce(sum(delta) filter (where counter = 'comment'), 0) as comments
      from taken group by 1, 2
    ), locked as materialized (
      select pm.post_id, pm.media_index from post_media pm join change using (post_id, media_index)
      order by 1, 2 for no key update of pm
    )
    update post_media pm
    set like_count = pm.like_count + c.likes, comment_count = pm.comment_count + c.comments
    from change c join locked using (post_id, media_index)
    where pm.post_id = c.post_id and pm.media_index = c.media_index`.execute(tx)
}

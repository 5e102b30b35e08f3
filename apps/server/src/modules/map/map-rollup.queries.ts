import { sql } from 'kysely'
import { isQueued } from '../../db/is-queued.ts'
import type { Db } from '../../db/open.ts'

/** Maximum number of queue rows processed per transaction. */
const LINES = 5_000

/**
 * Adds all queued spot changes to the map's counts and publishes them. Returns whether anything was queued. Safe to
 * call concurrently: only one call does the work. An interrupted call doesn't lose any changes or count them twice.
 */
export async function rollUpSpots(db: Db): Promise<boolean> {
  if (!(await isQueued(db, 'spot_changes', 'spot_video_checks'))) return false
  for (let lines = LINES; lines === LINES; ) {
    const { rows } = await sql<{ lines: number }>`select nollie_rollup_spots(${LINES}) as lines`.execute(db)
    lines = rows[0]?.lines ?? 0
  }
  return true
}

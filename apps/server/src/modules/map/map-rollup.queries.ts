import { sql } from 'kysely'
import { isQueued } from '../../db/is-queued.ts'
import type { Db } from '../../db/open.ts'

/** Queue rows counted in one transaction. */
const LINES = 5_000

/**
 * Adds every queued change of spots to the map's counts and publishes them. Concurrent calls are safe: one works, the
 * others find nothing to do. If it is killed, nothing is lost or counted twice. Returns whether anything was queued.
 */
export const rollUpSpots = async (db: Db): Promise<boolean> => {
  if (!(await isQueued(db, 'spot_changes', 'spot_video_checks'))) return false
  for (let lines = LINES; lines === LINES; ) {
    const { rows } = await sql<{ lines: number }>`select nollie_rollup_spots(${LINES}) as lines`.execute(db)
    lines = rows[0]?.lines ?? 0
  }
  return true
}

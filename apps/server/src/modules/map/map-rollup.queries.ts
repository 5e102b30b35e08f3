import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Rows of the queue counted in one transaction. */
const LINES = 5_000

/** Whether changes wait to be counted. */
const isQueued = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ queued: boolean }>`
    select exists (select from spot_changes) or exists (select from spot_video_checks) as queued`.execute(db)
  return rows[0]?.queued ?? false
}

/**
 * Takes every change of spots that waits into the map's counts and the live events. Any number of processes may do this
 * at once: one works, the others find nothing to do. Killed at any moment, nothing is lost or counted twice. Gives whether anything waited.
 */
export const rollUpSpots = async (db: Db): Promise<boolean> => {
  if (!(await isQueued(db))) return false
  for (let lines = LINES; lines === LINES; ) {
    const { rows } = await sql<{ lines: number }>`select nollie_rollup_spots(${LINES}) as lines`.execute(db)
    lines = rows[0]?.lines ?? 0
  }
  return true
}

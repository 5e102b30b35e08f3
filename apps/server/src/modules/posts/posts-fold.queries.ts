import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Jobs } from '../../platform/jobs/index.ts'

/** Lines of the queue folded in one transaction. */
const LINES = 5_000
/** Pause between two folds: with its own time and the stream's, a like is on every screen within a second. */
const FOLD_SECONDS = 0.4

const isQueued = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{
    queued: boolean
  }>`select exists (select from counter_delta) as queued`.execute(db)
  return rows[0]?.queued ?? false
}

/**
 * Takes every like and comment that waits into the counts beside the items and into the live events. Any number of
 * processes may do this at once: one works, the others find nothing to do. Killed at any moment, nothing is lost or
 * counted twice.
 */
export const foldCounters = async (db: Db): Promise<void> => {
  if (!(await isQueued(db))) return
  for (let lines = LINES; lines === LINES; ) {
    const { rows } = await sql<{ lines: number }>`select nollie_fold_counters(${LINES}) as lines`.execute(db)
    lines = rows[0]?.lines ?? 0
  }
}

/** Registers the fold of likes and comments; call before the jobs are started. */
export const foldCountersRegularly = (db: Db, jobs: Jobs): void =>
  jobs.every('likes and comments fold', FOLD_SECONDS, () => foldCounters(db))

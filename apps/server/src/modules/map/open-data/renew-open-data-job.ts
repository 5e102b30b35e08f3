import type { Db } from '../../../db/open.ts'
import { isQueued } from '../../../db/is-queued.ts'
import { type Jobs, jobKind } from '../../../platform/jobs/index.ts'
import { findFile } from './open-data-files.queries.ts'
import { type OpenDataDeps, renewOpenData } from './store-open-data.service.ts'

/** Minimum seconds between two renewals of the file. */
const PAUSE_SECONDS = 60
/**
 * The pause is one second longer for each of this many spots. Writing them takes about a tenth of that, so this limits
 * how much load a member can cause by withdrawing a spot again and again.
 */
const SPOTS_PER_SECOND = 1_500

/** Job that renews the file in only one process, no matter where a spot was withdrawn. */
export const RENEW_OPEN_DATA = jobKind<Record<string, never>>({
  name: 'renew-open-data',
  retries: 5,
  retryDelay: 10,
  retryDelayMax: 300,
  expireInSeconds: 3600,
  heartbeatSeconds: 30,
  concurrency: 1,
})

/** Renews the file with all open data if one is due. */
export function runRenewOpenData({ openData }: { openData: OpenDataDeps }) {
  return (): Promise<void> => renewOpenData(openData)
}

/**
 * Queues the renewal of the file after a spot was withdrawn. Does nothing before the first file exists. Returns whether
 * it must be called again, because the current file is too new.
 */
export async function queueRenewal({ db, jobs }: { db: Db; jobs: Jobs }): Promise<boolean> {
  if (!(await isQueued(db, 'spot_withdrawals'))) return false
  const file = await findFile(db)
  if (!file) return false
  const pauseSeconds = Math.max(PAUSE_SECONDS, file.spots / SPOTS_PER_SECOND)
  if (Date.now() - Date.parse(file.made_at) < pauseSeconds * 1000) return true
  await db.transaction().execute((tx) => jobs.send(tx, RENEW_OPEN_DATA, {}, { key: 'file' }))
  return false
}

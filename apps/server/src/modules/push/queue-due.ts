import { isQueued } from '../../db/is-queued.ts'
import type { Db } from '../../db/open.ts'
import { jobKind, type Jobs } from '../../platform/jobs/index.ts'
import { type DuePush, takeDue } from './push.queries.ts'

/** Job that sends new items to one device. */
export const PUSH = jobKind<DuePush>({
  name: 'push',
  // Retries cover a few hours. Items older than 24 hours aren't sent.
  retries: 8,
  retryDelay: 15,
  retryDelayMax: 3600,
  expireInSeconds: 60,
  concurrency: 4,
  doneRetentionSeconds: 600,
})

/** Maximum number of people per transaction. */
const PEOPLE_AT_ONCE = 200

/** Converts due items to jobs, one per device. Returns whether any are still pending. */
export async function enqueueDue({ db, jobs }: { db: Db; jobs: Jobs }): Promise<boolean> {
  await db.transaction().execute(async (tx) => {
    for (const due of await takeDue(tx, PEOPLE_AT_ONCE)) await jobs.send(tx, PUSH, due)
  })
  return isQueued(db, 'push_queue')
}

import type { Db } from '../../db/open.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { DIGEST_MAIL } from './send-digest.ts'
import { findNextDue } from './next-monday.ts'
import { setDigestQueued, takeDueDigests } from './digests.queries.ts'

/** Number of emails per transaction. */
const DIGESTS_AT_ONCE = 200

const WEEK_MS = 7 * 24 * 3_600_000

/** Queues weekly emails that are due. Each person gets one a week, no matter how many processes run this. */
export async function enqueueDigests({ db, jobs }: { db: Db; jobs: Jobs }): Promise<void> {
  for (let taken = DIGESTS_AT_ONCE; taken === DIGESTS_AT_ONCE; )
    taken = await db.transaction().execute(async (tx) => {
      const due = await takeDueDigests(tx, DIGESTS_AT_ONCE)
      for (const { user_id, time_zone, digest_due_at } of due) {
        const until = new Date(digest_due_at)
        const since = new Date(until.getTime() - WEEK_MS)
        await jobs.send(tx, DIGEST_MAIL, {
          user_id,
          since: since.toISOString(),
          until: until.toISOString(),
        })
        await setDigestQueued(tx, user_id, findNextDue(until, new Date(), time_zone))
      }
      return due.length
    })
}

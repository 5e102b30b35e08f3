import type { Db } from '../../db/open.ts'
import type { JobKind, JobRun } from '../../platform/jobs/index.ts'
import { mailJob, type Mailer } from '../../platform/mail/index.ts'
import { buildDigest, buildUnsubscribeUrl } from './digests.mails.ts'
import { beginDigest, digestNotSent } from './digests.queries.ts'
import { findReceiver, selectWeek } from './weekly-digest.queries.ts'

/** A weekly email for a person, covering a period. */
export type DigestDue = { user_id: string; since: string; until: string }

/** Job for weekly emails, in a queue separate from other emails (docs/decisions/0032-mail-queues.md). */
export const DIGEST_MAIL: JobKind<DigestDue> = mailJob<DigestDue>('digest-mail')

type Deps = { db: Db; mailer: Mailer; secret: string; publicUrl: URL }

/**
 * Sends a weekly email, unless it's empty, the person has unsubscribed, or they're not allowed to read anything. Not
 * retried if the process was killed, because the email may have been sent; retried if the mail server rejected it.
 */
export function sendDigest({ db, mailer, secret, publicUrl }: Deps) {
  return async ({ id, data }: JobRun<DigestDue>): Promise<void> => {
    const { user_id } = data
    const email = await findReceiver(db, user_id)
    if (!email) return
    const week = await selectWeek(db, data)
    const end = buildUnsubscribeUrl(secret, publicUrl, user_id)
    const content = buildDigest(week, publicUrl, end)
    if (content.paragraphs.length + (content.sections ?? []).length === 0) return
    if (!(await beginDigest(db, user_id, id))) return
    try {
      await mailer.send({ id, to: email, content, endUrl: end })
    } catch (error) {
      await digestNotSent(db, user_id, id)
      throw error
    }
  }
}

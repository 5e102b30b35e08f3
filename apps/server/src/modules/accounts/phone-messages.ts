import type { Db } from '../../db/open.ts'
import type { JobKind, JobRun } from '../../platform/jobs/index.ts'
import { mailJob } from '../../platform/mail/index.ts'
import { SmsNotSent, type SmsSender } from '../../platform/sms/index.ts'
import { codeOf } from './code-of.ts'
import { findMessage, findOwner, handOver, takeBack } from './phones.queries.ts'

/** The message with a code. The worker finds out whether it is wanted, so that requests take the same time for all. */
export const PHONE_MESSAGE: JobKind<{ code_id: string }> = mailJob<{ code_id: string }>('phone-message')

type Deps = { db: Db; sms: SmsSender; secret: string; publicUrl: URL }

/** The last line is for the browser, which fills in codes of its own site alone. */
const textOf = (code: string, publicUrl: URL): string =>
  `${code} is your Nollie code. Never give it to anybody.\n\n@${publicUrl.hostname} #${code}`

/**
 * Sends the message of a request, at most once: it is marked as handed over before it is, and only a sender that certainly
 * did not take it is asked again.
 */
export const phoneMessages =
  ({ db, sms, secret, publicUrl }: Deps) =>
  async ({ data: { code_id } }: JobRun<{ code_id: string }>): Promise<void> => {
    const found = await findMessage(db, code_id)
    if (!found) return
    const isAsked = found.session_id || found.factor_challenge_id || found.creates_account
    const isWanted = isAsked || (await findOwner(db, found.number))
    if (!isWanted || !(await handOver(db, code_id))) return
    const text = textOf(codeOf(secret, code_id), publicUrl)
    await sms({ id: code_id, to: found.number, text }).catch(async (error: unknown) => {
      if (error instanceof SmsNotSent) await takeBack(db, code_id)
      throw error
    })
  }

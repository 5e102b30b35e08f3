import type { Db } from '../../../db/open.ts'
import { type RateLimiter, Refusal } from '../../../platform/http/index.ts'
import type { JobKind, JobRun } from '../../../platform/jobs/index.ts'
import { mailJob } from '../../../platform/mail/index.ts'
import { SmsNotSent, type SmsSender } from '../../../platform/sms/index.ts'
import { computeCode } from '../sign-in/code-digits.ts'
import { getCountry } from './phone-number.ts'
import { findMessage, findOwner, handOver, takeBack } from './phones.queries.ts'

/** Job for messages with a code. The worker decides whether to send them, so that all requests take equally long. */
export const PHONE_MESSAGE: JobKind<{ code_id: string }> = mailJob<{ code_id: string }>('phone-message')

type Deps = {
  db: Db
  rates: RateLimiter
  sms: SmsSender
  secret: string
  publicUrl: URL
  log: { warn: (details: object, message: string) => void }
}

/**
 * Counts a message toward its country's limit and the daily limit. Returns false if a limit is exceeded. Messages to
 * unknown numbers may use only part of each limit, so that strangers can't block members from signing in.
 */
async function countMessage({ rates, log }: Deps, number: string, isMembers: boolean): Promise<boolean> {
  const country = getCountry(number)
  try {
    if (!isMembers) {
      await rates.hit('phone_join_country', { key: country })
      await rates.hit('phone_join_day', { key: 'all' })
    }
    await rates.hit('phone_country', { key: country })
    await rates.hit('phone_day', { key: 'all' })
    return true
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'TOO_MANY') throw error
    log.warn({ country, rule: error.rule }, "didn't send a text message: daily limit reached")
    return false
  }
}

/** Builds the message. Its last line is for browsers, which autofill a code only on the site that it names. */
function buildText(code: string, publicUrl: URL): string {
  return `${code} is your Nollie code. Never share it with anyone.\n\n@${publicUrl.hostname} #${code}`
}

/**
 * Sends a requested message at most once. It's marked as handed over first, and retried only if the gateway definitely
 * didn't accept it.
 */
export function phoneMessages(deps: Deps) {
  return async ({ data: { code_id } }: JobRun<{ code_id: string }>): Promise<void> => {
    const { db, sms, secret, publicUrl } = deps
    const found = await findMessage(db, code_id)
    if (!found) return
    const isMembers = Boolean(
      found.session_id ?? found.factor_challenge_id ?? (await findOwner(db, found.number)),
    )
    if (!isMembers && !found.creates_account) return
    // Counts a message only once, no matter how many attempts it takes to send it.
    if (!found.counted_at && !(await countMessage(deps, found.number, isMembers))) return
    if (!(await handOver(db, code_id))) return
    const text = buildText(computeCode(secret, code_id), publicUrl)
    await sms({ id: code_id, to: found.number, text }).catch(async (error: unknown) => {
      if (error instanceof SmsNotSent) await takeBack(db, code_id)
      throw error
    })
  }
}

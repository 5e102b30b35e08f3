import type { Viewer } from '@nollie/contract'
import { Refusal } from '../../../platform/http/index.ts'
import { findChallenge } from './factor-challenges.queries.ts'
import { isSecondTo } from './check-factor-code.ts'
import { challengeOver } from './factor-sign-in.service.ts'
import { selectKinds } from './factors.queries.ts'
import { findNumber } from '../phone-numbers/phones.queries.ts'
import { type ReadNumber, readNumber } from '../phone-numbers/phone-number.ts'
import { countedAs, type PhoneDeps, sendPhoneCode } from '../phone-numbers/phones.service.ts'

type Requested = { code_id: string; expires_at: string }

async function requireNumber({ db, phones }: PhoneDeps, user_id: string): Promise<ReadNumber> {
  const number = await findNumber(db, user_id)
  if (!number) throw new Refusal('NOT_FOUND')
  return readNumber(phones, number)
}

/**
 * Sends a code that is valid only for this pending sign-in.
 * @throws Refusal CODE_OVER, NOT_FOUND if text messages aren't one of the person's second factors, TOO_MANY
 */
export async function requestFactorCode(
  deps: PhoneDeps,
  challenge: string,
  cookies: string | undefined,
): Promise<Requested> {
  const waiting = await findChallenge(deps.db, challenge)
  if (!waiting) throw challengeOver()
  const { id: factor_challenge_id, user_id, way } = waiting
  const kinds = await selectKinds(deps.db, user_id)
  if (!kinds.includes('sms') || !isSecondTo(way, 'sms')) throw new Refusal('NOT_FOUND')
  const read = await requireNumber(deps, user_id)
  const subject = await countedAs(deps, read.number, cookies)
  return sendPhoneCode(deps, read, { creates_account: false, factor_challenge_id }, subject)
}

/**
 * Sends a code to the viewer's own number. It's valid only for this session.
 * @throws Refusal NOT_FOUND if they have no number, TOO_MANY
 */
export async function requestOwnFactorCode(
  deps: PhoneDeps,
  { user_id, session_id }: Viewer,
): Promise<Requested> {
  return sendPhoneCode(
    deps,
    await requireNumber(deps, user_id),
    { creates_account: false, session_id },
    { user: user_id },
  )
}

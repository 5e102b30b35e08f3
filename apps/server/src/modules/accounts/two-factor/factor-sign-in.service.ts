import { lockUser } from '../../../db/lock-user.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { findEmail } from '../account/accounts.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { type NewSession, startSession } from '../sessions/start-session.service.ts'
import type { Origin } from '../sessions/new-device.service.ts'
import { countWrongCode, dropChallenge, findChallenge, lockChallenge } from './factor-challenges.queries.ts'
import { isSecondTo, tryFactor } from './check-factor-code.ts'
import { lockFactors } from './factors.queries.ts'
import { say } from '../../../platform/languages/index.ts'

/** Returns the error for a challenge that was completed, has expired, or had too many attempts. */
export function challengeOver(): Refusal {
  return new Refusal('CODE_OVER', {
    detail: say`This took too long, or there were too many attempts. Sign in again.`,
  })
}

type Entered = { challenge: string; code: string; code_id?: string | undefined; trust_device: boolean }

/**
 * Completes a sign-in that was waiting for a second factor. Works only once.
 * @throws Refusal WRONG_CODE, CODE_OVER, `LEAVING`, GONE, TOO_MANY
 */
export async function signInWithFactor(
  deps: AccountsDeps,
  { challenge: token, code, code_id, trust_device }: Entered,
  origin: Origin,
): Promise<NewSession> {
  const { db, jobs, rates, secret, trusted, devices } = deps
  const waiting = await findChallenge(db, token)
  if (!waiting) throw challengeOver()
  const { user_id, way } = waiting
  const device = await devices.find(origin.cookies, (await findEmail(db, user_id)) ?? '')
  await rates.hit('factor_tries', device ?? { user: user_id })
  const tried = await db.transaction().execute(async (tx) => {
    await lockUser(tx, user_id)
    const challenge = await lockChallenge(tx, token)
    if (!challenge) return { refusal: challengeOver() }
    const all = await lockFactors(tx, user_id)
    const factors = code_id === undefined ? all : all.filter(({ kind }) => isSecondTo(way, kind))
    const boundTo = { factor_challenge_id: challenge.id }
    const result = await tryFactor(tx, { jobs, secret, user_id }, factors, { code, code_id, boundTo })
    if ('refusal' in result) {
      await countWrongCode(tx, challenge.id)
      return result
    }
    await dropChallenge(tx, challenge.id)
    const cookies = trust_device ? [await trusted.trust(tx, user_id, origin.userAgent)] : []
    return { factor: 'factor' in result ? result.factor.kind : result.kind, cookies }
  })
  if ('refusal' in tried) throw tried.refusal
  const how = { way, factor: tried.factor, cancelsDeletion: waiting.cancels_deletion }
  const session = await startSession(deps, waiting, origin, how)
  return { ...session, cookies: [...session.cookies, ...tried.cookies] }
}

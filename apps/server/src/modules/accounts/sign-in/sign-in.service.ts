import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../../platform/http/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { buildRateKey } from './email-rate-key.ts'
import { unusableHash } from './password-hash.ts'
import { findCredentialsByEmail } from './password.queries.ts'
import { findWaitingPasswords } from '../sign-up/sign-ups.queries.ts'
import type { Origin } from '../sessions/new-device.service.ts'
import { type NewSession, startSession } from '../sessions/start-session.service.ts'

type Given = { email?: string | undefined; password?: string | undefined }

/** Requires both credentials. @throws Refusal CREDENTIALS_MISSING */
function requireBoth({ email, password }: Given): { email: string; password: string } {
  if (!email || !password) throw new Refusal('CREDENTIALS_MISSING')
  return { email, password }
}

// Known and unknown email addresses both cost one hash, but a known one reads one more row. Many attempts would reveal
// that difference of half a millisecond. Fixed steps hide it, even on a busy machine where the hash takes longer than
// one step.
const REFUSED_EVERY_MS = 100

async function refusedLate<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'WRONG_CREDENTIALS')
      await sleep(REFUSED_EVERY_MS - ((performance.now() - startedAt) % REFUSED_EVERY_MS))
    throw error
  }
}

/**
 * Starts a session with a new token, and cancels the account's deletion if the person wants that. Errors for wrong
 * credentials are delayed to a multiple of {@link REFUSED_EVERY_MS}.
 * @throws Refusal CREDENTIALS_MISSING, WRONG_CREDENTIALS, EMAIL_NOT_VERIFIED, `LEAVING`, GONE, FACTOR_NEEDED, TOO_MANY
 */
export async function signIn(
  deps: AccountsDeps,
  given: Given,
  origin: Origin,
  { cancelsDeletion = false } = {},
): Promise<NewSession> {
  const { db, rates, passwords, devices } = deps
  const { email, password } = requireBoth(given)
  await rates.hit('sign_in_account', (await devices.find(origin.cookies, email)) ?? buildRateKey(email))
  const check = async (): Promise<NewSession> => {
    // Every path costs one hash, so response times don't reveal which email addresses are known.
    const waiting = await findWaitingPasswords(db, email)
    if (waiting.length > 0) {
      const isRight = await passwords.verifyAny(waiting, password)
      throw new Refusal(isRight ? 'EMAIL_NOT_VERIFIED' : 'WRONG_CREDENTIALS')
    }
    const account = await findCredentialsByEmail(db, email)
    const isRight = await passwords.verify(account?.password ?? unusableHash(), password)
    if (!account || !isRight) throw new Refusal('WRONG_CREDENTIALS')
    if (!account.email_verified) throw new Refusal('EMAIL_NOT_VERIFIED')
    return startSession(deps, account, origin, { way: 'password', cancelsDeletion })
  }
  return refusedLate(() => passwords.as('sign_in', check))
}

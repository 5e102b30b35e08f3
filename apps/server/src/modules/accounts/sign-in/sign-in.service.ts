import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAPIError } from 'better-auth/api'
import { Refusal } from '../../../platform/http/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { findUsernameOf } from '../account/accounts.queries.ts'
import { buildRateKey } from './email-rate-key.ts'
import { findWaitingPasswords } from '../sign-up/sign-ups.queries.ts'
import { whileSigningIn } from '../sessions/current-sign-in.ts'
import { type Origin, welcomeDevice } from '../sessions/new-device.service.ts'
import { buildHeaders, type NewSession } from '../sessions/start-session.service.ts'

type Given = { email?: string | undefined; password?: string | undefined }

/** Requires both credentials. @throws Refusal CREDENTIALS_MISSING */
const requireBoth = ({ email, password }: Given): { email: string; password: string } => {
  if (!email || !password) throw new Refusal('CREDENTIALS_MISSING')
  return { email, password }
}

// Known and unknown email addresses both cost one hash, but a known one reads one more row. Many attempts would reveal
// that difference of half a millisecond. Fixed steps hide it, even on a busy machine where the hash takes longer than
// one step.
const REFUSED_EVERY_MS = 100

const refusedLate = async <T>(work: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'WRONG_CREDENTIALS')
      await sleep(REFUSED_EVERY_MS - ((performance.now() - startedAt) % REFUSED_EVERY_MS))
    throw error
  }
}

/** Matches an internationalized top-level domain such as `рф`, because better-auth rejects such addresses. */
const FOREIGN_TOP = /\.xn--[a-z0-9-]+$/
/** An email address that doesn't exist, so that checking unknown addresses costs one hash as well. */
const NO_ONE = 'no-one@nollie.invalid'

const checkPassword = async (
  { db, auth }: AccountsDeps,
  { email, password }: { email: string; password: string },
  origin: Origin,
) => {
  const options = { headers: buildHeaders(origin), returnHeaders: true } as const
  if (!FOREIGN_TOP.test(email)) return auth.api.signInEmail({ body: { email, password }, ...options })
  const username = await findUsernameOf(db, email)
  return username === null
    ? auth.api.signInEmail({ body: { email: NO_ONE, password }, ...options })
    : auth.api.signInUsername({ body: { username, password }, ...options })
}

/**
 * Starts a session with a new token, and cancels the account's deletion if the person wants that. Errors for wrong
 * credentials are delayed to a multiple of {@link REFUSED_EVERY_MS}.
 * @throws Refusal CREDENTIALS_MISSING, WRONG_CREDENTIALS, EMAIL_NOT_VERIFIED, `LEAVING`, GONE, FACTOR_NEEDED, TOO_MANY
 */
export const signIn = async (
  deps: AccountsDeps,
  given: Given,
  origin: Origin,
  { cancelsDeletion = false } = {},
): Promise<NewSession> => {
  const { db, rates, passwords, devices } = deps
  const { cookies } = origin
  const { email, password } = requireBoth(given)
  await rates.hit('sign_in_account', (await devices.find(cookies, email)) ?? buildRateKey(email))
  const check = async (): Promise<NewSession> => {
    // Every path costs one hash, so response times don't reveal which email addresses are known.
    const waiting = await findWaitingPasswords(db, email)
    if (waiting.length > 0) {
      const isRight = await passwords.verifyAny(waiting, password)
      throw new Refusal(isRight ? 'EMAIL_NOT_VERIFIED' : 'WRONG_CREDENTIALS')
    }
    const { headers: authHeaders, response } = await checkPassword(deps, { email, password }, origin).catch(
      (error: unknown) => {
        throw isAPIError(error) ? toRefusal(error) : error
      },
    )
    const device = await welcomeDevice(deps, response.user.id, origin, 'password')
    return { token: response.token, cookies: [...authHeaders.getSetCookie(), ...device] }
  }
  return refusedLate(() =>
    passwords.as('sign_in', () => whileSigningIn({ way: 'password', cookies, cancelsDeletion }, check)),
  )
}

const toRefusal = (error: { body?: { code?: string } | undefined }): unknown => {
  const code = error.body?.code
  if (code === 'EMAIL_NOT_VERIFIED') return new Refusal(code)
  return code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'INVALID_USERNAME_OR_PASSWORD'
    ? new Refusal('WRONG_CREDENTIALS')
    : error
}

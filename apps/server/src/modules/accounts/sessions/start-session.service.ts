import { Refusal, toNetwork } from '../../../platform/http/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { renewPhone } from '../phone-numbers/phones.queries.ts'
import { type Origin, welcomeDevice } from './new-device.service.ts'
import { newSessionToken } from './session-token.ts'
import { insertSession } from './sessions.queries.ts'
import type { SigningIn } from './signing-in.ts'

/** A new session: its bearer token, and `Set-Cookie` lines for the same token and for the known device. */
export type NewSession = { token: string; cookies: string[] }

/** How a person signs in; with a password, also its hash, which must still be the current one. */
type How = Omit<SigningIn, 'cookies'> & { password_hash?: string }

/** Longer user agents are cut off. */
const USER_AGENT_MAX = 300

/**
 * Starts a session with a new token for a person who proved their identity. Every sign-in method ends here, so this is
 * where a second factor is required.
 * @throws Refusal SESSION_MISSING if the account was deleted, WRONG_CREDENTIALS if its password was changed meanwhile,
 * `LEAVING`, GONE, FACTOR_NEEDED
 */
export async function startSession(
  deps: Pick<AccountsDeps, 'db' | 'jobs' | 'admit' | 'cookie' | 'devices'>,
  user_id: string,
  origin: Origin,
  { password_hash, ...how }: How,
): Promise<NewSession> {
  const { db, cookie } = deps
  const strength = await deps.admit(user_id, { ...how, cookies: origin.cookies })
  const token = newSessionToken()
  const isStarted = await insertSession(db, token, {
    user_id,
    ...strength,
    ip_address: toNetwork(origin.ip),
    user_agent: origin.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    password_hash,
  })
  if (!isStarted) throw new Refusal(password_hash === undefined ? 'SESSION_MISSING' : 'WRONG_CREDENTIALS')
  // Must run after the second factor was checked, because the number may belong to someone else by now.
  if (how.way === 'phone') await renewPhone(db, user_id)
  const device = await welcomeDevice(deps, user_id, origin, how.way)
  return { token, cookies: [cookie.set(token), ...device] }
}

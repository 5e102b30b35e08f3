import { Refusal, toNetwork } from '../../../platform/http/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { renewPhone } from '../phone-numbers/phones.queries.ts'
import { type Origin, welcomeDevice } from './new-device.service.ts'
import { newSessionToken } from './session-token.ts'
import { insertSession } from './sessions.queries.ts'
import type { ProvenPerson, SigningIn } from './signing-in.ts'

/** A new session: its bearer token, and `Set-Cookie` lines for the same token and for the known device. */
export type NewSession = { token: string; cookies: string[] }

type How = Omit<SigningIn, 'cookies'>

/** Longer user agents are cut off. */
const USER_AGENT_MAX = 300

/**
 * Starts a session with a new token for a person who proved their identity. Every sign-in method ends here, so this is
 * where a second factor is required, and where a sign-in ends whose account was secured in the meantime.
 * @throws Refusal SESSION_MISSING if the account was deleted or its sessions were ended meanwhile, with a password
 * WRONG_CREDENTIALS; `LEAVING`, GONE, FACTOR_NEEDED
 */
export async function startSession(
  deps: Pick<AccountsDeps, 'db' | 'jobs' | 'admit' | 'cookie' | 'devices'>,
  { user_id, security_epoch }: ProvenPerson,
  origin: Origin,
  how: How,
): Promise<NewSession> {
  const { db, cookie } = deps
  const person = { user_id, security_epoch }
  const strength = await deps.admit(person, { ...how, cookies: origin.cookies })
  const token = newSessionToken()
  const isStarted = await insertSession(db, token, {
    ...person,
    ...strength,
    ip_address: toNetwork(origin.ip),
    user_agent: origin.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
  })
  if (!isStarted) throw new Refusal(how.way === 'password' ? 'WRONG_CREDENTIALS' : 'SESSION_MISSING')
  // Must run after the second factor was checked, because the number may belong to someone else by now.
  if (how.way === 'phone') await renewPhone(db, user_id)
  const device = await welcomeDevice(deps, person, origin, how.way)
  return { token, cookies: [cookie.set(token), ...device] }
}

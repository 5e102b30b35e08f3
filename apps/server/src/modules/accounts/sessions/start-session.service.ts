import { Refusal } from '../../../platform/http/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { PEER_HEADER } from './better-auth.ts'
import { renewPhone } from '../phone-numbers/phones.queries.ts'
import { type SigningIn, whileSigningIn } from './current-sign-in.ts'
import { type Origin, welcomeDevice } from './new-device.service.ts'

/** A new session: its bearer token, and `Set-Cookie` lines for the same token and for the known device. */
export type NewSession = { token: string; cookies: string[] }

/** Builds the headers for the library's own sign-in. */
export const buildHeaders = ({ ip, userAgent }: Pick<Origin, 'ip' | 'userAgent'>): Headers => {
  const headers = new Headers({ [PEER_HEADER]: ip })
  if (userAgent) headers.set('user-agent', userAgent.slice(0, 300))
  return headers
}

/**
 * Starts a session for a person who proved their identity by any method other than a password. `how` contains the
 * method for `amr`, and the second factor if the person proved one.
 * @throws Refusal SESSION_MISSING if the account was deleted, `LEAVING`, GONE, FACTOR_NEEDED
 */
export const startSession = async (
  deps: Pick<AccountsDeps, 'db' | 'jobs' | 'auth' | 'devices'>,
  user_id: string,
  origin: Origin,
  how: Omit<SigningIn, 'cookies'>,
): Promise<NewSession> => {
  const { cookies } = origin
  const { headers, response } = await whileSigningIn({ ...how, cookies }, () =>
    deps.auth.api.startSession({ body: { user_id }, headers: buildHeaders(origin), returnHeaders: true }),
  )
  if (!response) throw new Refusal('SESSION_MISSING')
  // Must run after the second factor was checked, because the number may belong to someone else by now.
  if (how.way === 'phone') await renewPhone(deps.db, user_id)
  const device = await welcomeDevice(deps, user_id, origin, how.way)
  return { token: response.token, cookies: [...headers.getSetCookie(), ...device] }
}

import type { z } from 'zod'
import type { SignedIn } from '@nollie/contract'
import { Refusal } from '../../../platform/http/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { selectFactors } from '../two-factor/factors.queries.ts'
import { listIdentities } from '../identities/identities.service.ts'
import { newRefreshToken, sessionOfRefreshToken } from './refresh-token.ts'
import { lockFamily, replaceLost, rotate, startFamily } from './refresh.queries.ts'
import { extendSession } from '../sessions/session-life.queries.ts'
import { endOneSession, findSession } from '../sessions/sessions.queries.ts'

type Answer = z.input<typeof SignedIn>
type Deps = Pick<AccountsDeps, 'db' | 'secret' | 'sign' | 'adminFactors' | 'providers'>

async function buildAnswer(deps: Deps, session_id: string, refresh_token: string): Promise<Answer> {
  const session = await findSession(deps, { id: session_id })
  if (!session) throw new Refusal('SESSION_MISSING')
  const { user_id } = session.user
  const signed = await deps.sign({ user_id, session_id })
  const { items: identities } = await listIdentities(deps, { user_id })
  const user = { ...session.user, identities, factors: await selectFactors(deps.db, user_id) }
  return { ...session, user, ...signed, refresh_token }
}

/** Returns a new session's first tokens: an access token, and a refresh token for getting the next ones. */
export async function firstTokens(deps: Deps, session_id: string): Promise<Answer> {
  const token = newRefreshToken(deps.secret, session_id)
  await startFamily(deps.db, session_id, token)
  return buildAnswer(deps, session_id, token)
}

/**
 * Exchanges a refresh token for new tokens. It works once, and again within ten seconds for a program that lost the
 * response. If an older token is used, someone has copied it, so the session ends.
 * @throws Refusal SESSION_MISSING
 */
export async function refreshTokens(deps: Deps, given: string): Promise<Answer> {
  const { db, secret } = deps
  const session_id = sessionOfRefreshToken(secret, given)
  if (!session_id) throw new Refusal('SESSION_MISSING')
  const token = newRefreshToken(secret, session_id)
  const isNew = await db.transaction().execute(async (tx) => {
    const family = await lockFamily(tx, session_id, given)
    if (!family) return false
    if (!family.is_current && !family.is_in_grace) {
      await endOneSession(tx, family.user_id, session_id)
      return false
    }
    await (family.is_current ? rotate : replaceLost)(tx, session_id, token)
    await extendSession(tx, session_id)
    return true
  })
  if (!isNew) throw new Refusal('SESSION_MISSING')
  return buildAnswer(deps, session_id, token)
}

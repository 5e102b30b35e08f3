import type { SignedInSession, Viewer } from '@nollie/contract'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { parseUserAgent } from './user-agent.ts'
import { lockProven, requireProof } from '../proofs/proofs.service.ts'
import { endOneSession, endSessions, selectSessions } from './sessions.queries.ts'

/** Returns a person's sessions, with the device and last use. */
export async function listSessions(db: Db, viewer: Viewer): Promise<SignedInSession[]> {
  const rows = await selectSessions(db, viewer.user_id)
  return rows.map(({ user_agent, updated_at, ...row }) => ({
    ...row,
    ...parseUserAgent(user_agent),
    ip_address: row.ip_address || null,
    is_current: row.id === viewer.session_id,
    last_used_at: updated_at,
  }))
}

type Deps = Pick<AccountsDeps, 'db' | 'passwords'>

/**
 * Ends one of the viewer's sessions. Ending a session other than the current one requires a recent proof of identity,
 * so that a stolen session can't be used to lock out its owner.
 * @throws Refusal NOT_FOUND, including for another person's session; PROOF_NEEDED
 */
export async function endSession(deps: Deps, viewer: Viewer, session_id: string): Promise<void> {
  const sessions = await selectSessions(deps.db, viewer.user_id)
  if (!sessions.some(({ id }) => id === session_id)) throw new Refusal('NOT_FOUND')
  if (session_id !== viewer.session_id) await requireProof(deps, viewer)
  if (!(await endOneSession(deps.db, viewer.user_id, session_id))) throw new Refusal('NOT_FOUND')
}

/**
 * Ends all of a person's sessions except the current one. Requires a recent proof of identity.
 * @throws Refusal PROOF_NEEDED, SESSION_MISSING
 */
export async function endOtherSessions(deps: Deps, viewer: Viewer): Promise<void> {
  await requireProof(deps, viewer)
  await deps.db.transaction().execute(async (tx) => {
    await lockProven(tx, viewer)
    await endSessions(tx, viewer.user_id, viewer.session_id)
  })
}

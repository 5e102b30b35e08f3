import type { SignedInSession, Viewer } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { parseUserAgent } from './user-agent.ts'
import { requireProof } from './proofs.service.ts'
import { endOneSession, endSessions, selectSessions } from './sessions.queries.ts'

/** A person's sessions, with device and last use. */
export const listSessions = async (db: Db, viewer: Viewer): Promise<SignedInSession[]> => {
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
 * Ends one of the viewer's sessions. Ending another one than this needs a fresh proof, because a stolen session must
 * not lock its owner out.
 * @throws Refusal NOT_FOUND, including for another person's; PROOF_NEEDED
 */
export const endSession = async (deps: Deps, viewer: Viewer, session_id: string): Promise<void> => {
  const sessions = await selectSessions(deps.db, viewer.user_id)
  if (!sessions.some(({ id }) => id === session_id)) throw new Refusal('NOT_FOUND')
  if (session_id !== viewer.session_id) await requireProof(deps, viewer)
  if (!(await endOneSession(deps.db, viewer.user_id, session_id))) throw new Refusal('NOT_FOUND')
}

/**
 * Ends every session of a person except this one, with a fresh proof.
 * @throws Refusal PROOF_NEEDED
 */
export const endOtherSessions = async (deps: Deps, viewer: Viewer): Promise<void> => {
  await requireProof(deps, viewer)
  await endSessions(deps.db, viewer.user_id, viewer.session_id)
}

import type { SignedInSession, Viewer } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { deviceOf } from './device.ts'
import { endOneSession, endSessions, selectSessions } from './sessions.queries.ts'

/** The sessions of a person, with device and last use. */
export const sessionsOf = async (db: Db, viewer: Viewer): Promise<SignedInSession[]> => {
  const rows = await selectSessions(db, viewer.user_id)
  return rows.map(({ user_agent, updated_at, ...row }) => ({
    ...row,
    ...deviceOf(user_agent),
    ip_address: row.ip_address || null,
    is_current: row.id === viewer.session_id,
    last_used_at: updated_at,
  }))
}

/** Ends one of the viewer's sessions. @throws Refusal NOT_FOUND, also for another person's */
export const endSession = async (db: Db, viewer: Viewer, session_id: string): Promise<void> => {
  if (!(await endOneSession(db, viewer.user_id, session_id))) throw new Refusal('NOT_FOUND')
}

/** Ends every session of a person but this one. */
export const endOtherSessions = (db: Db, viewer: Viewer): Promise<void> =>
  endSessions(db, viewer.user_id, viewer.session_id)

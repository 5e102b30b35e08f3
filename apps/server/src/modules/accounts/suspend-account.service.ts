import { toPlainEmail } from '@nollie/contract/accounts/plain-email'
import type { Db, Tx } from '../../db/open.ts'
import { changeVisibility } from '../profiles/index.ts'
import { findUserByEmail } from './accounts.queries.ts'
import { endSuspendedSessions } from './suspended-sessions.queries.ts'

/**
 * Suspends a person, which ends all their sessions, or unsuspends them; returns whether anything changed. A suspended
 * person can sign in again, but only to their own data.
 */
export const suspend = async (tx: Tx, user_id: string, isSuspended: boolean): Promise<boolean> => {
  const changed = await changeVisibility(tx, user_id, { suspended_at: isSuspended })
  if (changed && isSuspended) await endSuspendedSessions(tx, user_id)
  return changed
}

/** Like {@link suspend}, by the account's address; returns its id, or null if there is no such account. */
export const suspendByEmail = (db: Db, email: string, isSuspended: boolean): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    const user = await findUserByEmail(tx, toPlainEmail(email))
    if (user) await suspend(tx, user.id, isSuspended)
    return user?.id ?? null
  })

import { toPlainEmail } from '@nollie/contract/accounts/plain-email'
import { lockUser } from '../../../db/lock-user.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { changeVisibility } from '../../profiles/index.ts'
import { findUserByEmail } from './accounts.queries.ts'
import { endSuspendedSessions } from './suspended-sessions.queries.ts'

/**
 * Suspends a person, which ends all their sessions, or lifts their suspension. Returns whether anything changed.
 * Suspended people can sign in again, but can access only their own data.
 */
export async function suspend(tx: Tx, user_id: string, isSuspended: boolean): Promise<boolean> {
  await lockUser(tx, user_id)
  const changed = await changeVisibility(tx, user_id, { suspended_at: isSuspended })
  if (changed && isSuspended) await endSuspendedSessions(tx, user_id)
  return changed
}

/** Like {@link suspend}, but by the account's email address. Returns its id; null if there is no such account. */
export function suspendByEmail(db: Db, email: string, isSuspended: boolean): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const user = await findUserByEmail(tx, toPlainEmail(email))
    if (user) await suspend(tx, user.id, isSuspended)
    return user?.id ?? null
  })
}

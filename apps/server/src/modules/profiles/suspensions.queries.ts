import { lockUser } from '../../db/lock-user.ts'
import type { Db, Tx } from '../../db/open.ts'

/** Whether a member is suspended. */
export async function isSuspended(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('suspended_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? row.suspended_at !== null : false
}

/**
 * Returns whether a member is suspended, and locks the profile so that this can't change until the transaction ends.
 * Locks the account before its profile.
 */
export async function lockSuspension(tx: Tx, userId: string): Promise<boolean> {
  await lockUser(tx, userId)
  const row = await tx
    .selectFrom('profiles')
    .select('suspended_at')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row ? row.suspended_at !== null : false
}

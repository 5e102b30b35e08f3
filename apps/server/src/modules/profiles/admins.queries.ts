import { toPlainEmail } from '@nollie/contract/accounts/plain-email'
import type { Db } from '../../db/open.ts'

const withEmail = (db: Db, email: string) =>
  db.selectFrom('users').select('id').where('email', '=', toPlainEmail(email))

/**
 * Makes the member with this email address an admin, or revokes it. Returns the member's id, or null if there is no
 * such member.
 */
export const setAdmin = async (db: Db, email: string, isAdmin: boolean): Promise<string | null> => {
  const row = await db
    .updateTable('profiles')
    .set({ is_admin: isAdmin })
    .where('user_id', '=', withEmail(db, email))
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Whether there is at least one admin. */
export const hasAdmin = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('profiles')
    .select('user_id')
    .where('is_admin', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

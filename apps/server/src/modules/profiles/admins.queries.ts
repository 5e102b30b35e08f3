import { toPlainEmail } from '@nollie/contract/accounts/plain-email'
import type { Db } from '../../db/open.ts'

function withEmail(db: Db, email: string) {
  return db.selectFrom('users').select('id').where('email', '=', toPlainEmail(email))
}

/**
 * Makes the member with this email address an admin, or revokes it. Returns the member's id, or null if there is no
 * such member.
 */
export async function setAdmin(db: Db, email: string, isAdmin: boolean): Promise<string | null> {
  const row = await db
    .updateTable('profiles')
    .set({ is_admin: isAdmin })
    .where('user_id', '=', withEmail(db, email))
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Whether there is at least one admin. */
export async function hasAdmin(db: Db): Promise<boolean> {
  return (
    (await db
      .selectFrom('profiles')
      .select('user_id')
      .where('is_admin', '=', true)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

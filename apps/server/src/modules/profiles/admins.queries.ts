import { toPlainEmail } from '@nollie/contract/accounts/plain-email'
import { sql } from 'kysely'
import { inTransaction } from '../../db/in-transaction.ts'
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

/** Makes a member an admin, unless there is an admin already. Returns whether they are one now. */
export async function setFirstAdmin(db: Db, user_id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('nollie first admin'))`.execute(tx)
    const row = await tx
      .updateTable('profiles')
      .set({ is_admin: true })
      .where('user_id', '=', user_id)
      .where((eb) =>
        eb.or([
          eb('is_admin', '=', true),
          eb.not(
            eb.exists(eb.selectFrom('profiles as p').select('p.user_id').where('p.is_admin', '=', true)),
          ),
        ]),
      )
      .returning('user_id')
      .executeTakeFirst()
    return row !== undefined
  })
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

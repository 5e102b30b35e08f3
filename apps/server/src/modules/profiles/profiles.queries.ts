import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

const withEmail = (db: Db, email: string) =>
  db.selectFrom('users').select('id').where('email', '=', email.toLowerCase())

/** Makes the member with this address an admin, or no longer one; gives their id, or null when there is no such member. */
export const setAdmin = async (db: Db, email: string, isAdmin: boolean): Promise<string | null> => {
  const row = await db
    .updateTable('profiles')
    .set({ is_admin: isAdmin })
    .where('user_id', '=', withEmail(db, email))
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Shuts the member with this address out, or lets them in again; gives their id, or null when there is no such member. */
export const setSuspended = async (db: Db, email: string, isSuspended: boolean): Promise<string | null> => {
  const row = await db
    .updateTable('profiles')
    .set({ suspended_at: isSuspended ? sql<string>`now()` : null })
    .where('user_id', '=', withEmail(db, email))
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Whether a member is shut out for now. */
export const isSuspended = async (db: Db, userId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('profiles')
    .select('suspended_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? row.suspended_at !== null : false
}

/** What a person says of themselves. */
export const describeProfile = async (
  db: Db,
  userId: string,
  words: { full_name: string; bio: string },
): Promise<void> => {
  await db.updateTable('profiles').set(words).where('user_id', '=', userId).execute()
}

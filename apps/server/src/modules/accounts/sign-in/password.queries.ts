import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'
import type { ProvenPerson } from '../sessions/signing-in.ts'

/** Returns a person's password hash; null if they have no password. */
export async function findPassword(db: Db, user_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', user_id)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

/** Returns an account's email address and password hash; undefined if either is missing. */
export async function findCredentials(
  db: Db,
  user_id: string,
): Promise<{ email: string; password: string } | undefined> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.user_id', 'u.id')
    .select(['u.email', 'a.password'])
    .where('u.id', '=', user_id)
    .where('a.provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ? { email: row.email, password: row.password } : undefined
}

/** Like {@link findCredentials}, but by the account's email address, and with the owner's epoch. */
export async function findCredentialsByEmail(
  db: Db,
  email: string,
): Promise<(ProvenPerson & { password: string; email_verified: boolean }) | undefined> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.user_id', 'u.id')
    .select(['u.id as user_id', 'u.security_epoch', 'u.email_verified', 'a.password'])
    .where('u.email', '=', email)
    .where('a.provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ? { ...row, password: row.password } : undefined
}

/** Replaces a person's password hash. Does nothing for a person without one. */
export async function setPassword(tx: Tx, user_id: string, password: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password, updated_at: sql<string>`now()` })
    .where('user_id', '=', user_id)
    .where('provider_id', '=', 'credential')
    .execute()
}

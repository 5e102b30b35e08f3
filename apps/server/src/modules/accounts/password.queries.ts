import type { Db } from '../../db/open.ts'

/** The hash of a person's password; null without one. */
export const findPassword = async (db: Db, user_id: string): Promise<string | null> => {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', user_id)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

/** The address of an account and the hash of its password; undefined for one without either. */
export const findCredentials = async (
  db: Db,
  user_id: string,
): Promise<{ email: string; password: string } | undefined> => {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.user_id', 'u.id')
    .select(['u.email', 'a.password'])
    .where('u.id', '=', user_id)
    .where('a.provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ? { email: row.email, password: row.password } : undefined
}

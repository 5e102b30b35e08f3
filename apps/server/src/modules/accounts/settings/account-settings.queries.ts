import type { Account, Preferences } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/open.ts'
import { toReadableEmail } from '../identities/sso-domains.ts'

const now = sql<string>`now()`

/** Returns the account data that the owner can see. */
export async function selectAccount(db: Db, user_id: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('email_changes as c', (join) =>
      join.onRef('c.user_id', '=', 'u.id').on('c.changed_at', 'is', null).on('c.expires_at', '>', now),
    )
    .select(['u.email', 'c.new_email as pending_email', 'u.created_at'])
    .where('u.id', '=', user_id)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      email: toReadableEmail(row.email),
      pending_email: row.pending_email && toReadableEmail(row.pending_email),
    }
  )
}

const DEFAULTS: Preferences = {
  theme: 'system',
  language: 'auto',
  welcomed: false,
  link_previews: false,
  deck_cm: null,
}

/** Returns a person's preferences for all their devices, or the defaults. */
export async function selectPreferences(db: Db, user_id: string): Promise<Preferences> {
  return (
    (await db
      .selectFrom('preferences')
      .select(['theme', 'language', 'welcomed', 'link_previews', 'deck_cm'])
      .where('user_id', '=', user_id)
      .executeTakeFirst()) ?? DEFAULTS
  )
}

/** Stores the given preferences. Returns all of them. */
export function savePreferences(
  db: Db,
  user_id: string,
  changes: { [P in keyof Preferences]?: Preferences[P] | undefined },
): Promise<Preferences> {
  return db
    .insertInto('preferences')
    .values({ user_id, ...DEFAULTS, ...changes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...changes, user_id }))
    .returning(['theme', 'language', 'welcomed', 'link_previews', 'deck_cm'])
    .executeTakeFirstOrThrow()
}

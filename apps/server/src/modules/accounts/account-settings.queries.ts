import type { Account, Preferences } from '@nollie/contract'
import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { languageNamed } from '../../platform/languages/index.ts'
import type { ReceiverLanguages } from '../../platform/mail/index.ts'

const now = sql<string>`now()`

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

/** The account as its owner sees it. */
export const selectAccount = (db: Db, user_id: string): Promise<Account | undefined> =>
  db
    .selectFrom('users as u')
    .leftJoin('email_changes as c', (join) =>
      join.onRef('c.user_id', '=', 'u.id').on('c.changed_at', 'is', null).on('c.expires_at', '>', now),
    )
    .select(['u.email', 'c.new_email as pending_email', 'u.created_at'])
    .where('u.id', '=', user_id)
    .executeTakeFirst()

const DEFAULTS: Preferences = {
  theme: 'system',
  language: 'auto',
  welcomed: false,
  link_previews: false,
  deck_cm: null,
}

/** A person's preferences, which hold for all their devices, or the defaults. */
export const selectPreferences = async (db: Db, user_id: string): Promise<Preferences> =>
  (await db
    .selectFrom('preferences')
    .select(['theme', 'language', 'welcomed', 'link_previews', 'deck_cm'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()) ?? DEFAULTS

/** The language that a person chose; null without a choice. */
export const storedLanguageOf = async (db: Db, user_id: string): Promise<string | null> => {
  const row = await db
    .selectFrom('preferences')
    .select('language')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row && row.language !== 'auto' ? row.language : null
}

/**
 * The language that whoever has an account with this address chose, and that of the page where they signed in last; null
 * for all others.
 */
export const languagesOfAddress = async (db: Db, email: string): Promise<ReceiverLanguages> => {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('preferences as p', 'p.user_id', 'u.id')
    .select(['p.language', 'p.last_language'])
    .where('u.email', '=', email)
    .executeTakeFirst()
  return {
    chosen: languageNamed(row?.language, LANGUAGE_CODES),
    last: languageNamed(row?.last_language, LANGUAGE_CODES),
  }
}

/** Stores the language of the page where a person signed in, for mails about what they did not ask for. */
export const storeLastLanguage = async (
  db: Db,
  user_id: string,
  last_language: LanguageCode,
): Promise<void> => {
  await db
    .insertInto('preferences')
    .values({ user_id, last_language })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ last_language })
        .where('preferences.last_language', 'is distinct from', last_language),
    )
    .execute()
}

/** Stores the given preferences; returns all. */
export const savePreferences = (
  db: Db,
  user_id: string,
  changes: { [P in keyof Preferences]?: Preferences[P] | undefined },
): Promise<Preferences> =>
  db
    .insertInto('preferences')
    .values({ user_id, ...DEFAULTS, ...changes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...changes, user_id }))
    .returning(['theme', 'language', 'welcomed', 'link_previews', 'deck_cm'])
    .executeTakeFirstOrThrow()

import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import type { Db } from '../../../db/open.ts'
import { languageNamed } from '../../../platform/languages/index.ts'
import type { ReceiverLanguages } from '../../../platform/mail/index.ts'

/** Returns the language that a person chose; null if they haven't chosen one. */
export async function findStoredLanguage(db: Db, user_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('preferences')
    .select('language')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row && row.language !== 'auto' ? row.language : null
}

/**
 * Returns the language chosen by the person with this email address, and the page language at their last sign-in; null
 * for unknown addresses.
 */
export async function languagesOfAddress(db: Db, email: string): Promise<ReceiverLanguages> {
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

/** Stores the page language at sign-in, for emails that the person doesn't ask for. */
export async function storeLastLanguage(db: Db, user_id: string, last_language: LanguageCode): Promise<void> {
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

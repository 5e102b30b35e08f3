import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import type { FastifyRequest } from 'fastify'
import type { Db } from './db/open.ts'
import { findStoredLanguage } from './modules/accounts/index.ts'
import { askedLanguage, pageFile } from './platform/http/index.ts'
import { languageNamed, languageOfHeaders } from './platform/languages/index.ts'

/** The languages of a build. */
export const listBuiltLanguages = (webRoot: string): LanguageCode[] =>
  LANGUAGE_CODES.filter((code, at) => at === 0 || existsSync(join(webRoot, pageFile(code))))

/**
 * Returns a function that determines a page's language: the signed-in person's setting, otherwise the URL's parameter,
 * otherwise the choice in the cookie, otherwise the browser's preference. Languages without a build are never chosen.
 */
export const openPageLanguages = (db: Db, built: readonly LanguageCode[]) => {
  const [base] = LANGUAGE_CODES
  return async (request: FastifyRequest, user_id: string | null): Promise<LanguageCode> => {
    // A page in the wrong language is better than none.
    const chosen = user_id && (await findStoredLanguage(db, user_id).catch(() => null))
    return (
      languageNamed(chosen, built) ??
      languageNamed(askedLanguage(request), built) ??
      languageOfHeaders(request.headers, built) ??
      base
    )
  }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import type { FastifyRequest } from 'fastify'
import type { Db } from './db/open.ts'
import { findStoredLanguage } from './modules/accounts/index.ts'
import { askedLanguage, pageFile } from './platform/http/index.ts'
import { languageNamed, findHeaderLanguage } from './platform/languages/index.ts'

/** Lists the languages included in a build. */
export function listBuiltLanguages(webRoot: string): LanguageCode[] {
  return LANGUAGE_CODES.filter((code, at) => at === 0 || existsSync(join(webRoot, pageFile(code))))
}

/**
 * Returns a function that picks a page's language: the signed-in person's setting, then the URL parameter, then the
 * cookie, then the browser's preference. Never picks a language that isn't in the build.
 */
export function openPageLanguages(db: Db, built: readonly LanguageCode[]) {
  const [base] = LANGUAGE_CODES
  return async (request: FastifyRequest, user_id: string | null): Promise<LanguageCode> => {
    // If the setting can't be read, a page in the wrong language is better than an error.
    const chosen = user_id && (await findStoredLanguage(db, user_id).catch(() => null))
    return (
      languageNamed(chosen, built) ??
      languageNamed(askedLanguage(request), built) ??
      findHeaderLanguage(request.headers, built) ??
      base
    )
  }
}

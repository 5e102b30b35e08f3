/**
 * The languages of the product with their own names, the first for everybody else. Those whose texts are complete are
 * offered: `locales` in `apps/web/project.inlang/settings.json` lists the same, which a test compares.
 */
export const LANGUAGE_NAMES = { en: 'English' } as const

/** A language of the product. */
export type LanguageCode = keyof typeof LANGUAGE_NAMES

/** The languages of the product. */
export const LANGUAGE_CODES = Object.keys(LANGUAGE_NAMES) as [LanguageCode, ...LanguageCode[]]

/** The cookie in which who is signed out chooses a language. */
export const LANGUAGE_COOKIE = 'nollie.language'

/** The part of an address that asks for a page in a language, for search engines and for the choice at the foot. */
export const LANGUAGE_PARAMETER = 'lang'

/**
 * The languages of the product with their own names, the first for everybody else. A build offers those of them that
 * `locales` in `apps/web/project.inlang/settings.json` lists, whose texts are complete.
 */
export const LANGUAGE_NAMES = {
  en: 'English',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  fr: 'Français',
  de: 'Deutsch',
  ja: '日本語',
} as const

/** A language of the product. */
export type LanguageCode = keyof typeof LANGUAGE_NAMES

/** The languages of the product. */
export const LANGUAGE_CODES = Object.keys(LANGUAGE_NAMES) as [LanguageCode, ...LanguageCode[]]

/** The cookie in which who is signed out chooses a language. */
export const LANGUAGE_COOKIE = 'nollie.language'

/** The part of an address that asks for a page in a language, for search engines and for the choice at the foot. */
export const LANGUAGE_PARAMETER = 'lang'

/**
 * The languages of the interface with their native names; the first is the fallback. A build offers the languages
 * listed in `locales` of `apps/web/project.inlang/settings.json`, whose translations are complete.
 */
export const LANGUAGE_NAMES = {
  en: 'English',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  fr: 'Français',
  de: 'Deutsch',
  ja: '日本語',
} as const

/** A language of the interface. */
export type LanguageCode = keyof typeof LANGUAGE_NAMES

/** The languages of the interface. */
export const LANGUAGE_CODES = Object.keys(LANGUAGE_NAMES) as [LanguageCode, ...LanguageCode[]]

/** The cookie that stores a visitor's choice of language. */
export const LANGUAGE_COOKIE = 'nollie.language'

/**
 * The query parameter that requests a page in a language; used by search engines and by the language menu in the
 * footer.
 */
export const LANGUAGE_PARAMETER = 'lang'

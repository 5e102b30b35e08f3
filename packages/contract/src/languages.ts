/**
 * Interface languages with their native names; the first is the fallback. A build includes the languages in the list
 * `locales` in `apps/web/project.inlang/settings.json`, which have complete translations.
 */
export const LANGUAGE_NAMES = {
  en: 'English',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  fr: 'Français',
  de: 'Deutsch',
  ja: '日本語',
} as const

/** The code of an interface language. */
export type LanguageCode = keyof typeof LANGUAGE_NAMES

/** The codes of all interface languages. */
export const LANGUAGE_CODES = Object.keys(LANGUAGE_NAMES) as [LanguageCode, ...LanguageCode[]]

/** The cookie that stores a visitor's language. */
export const LANGUAGE_COOKIE = 'nollie.language'

/** The query parameter that selects a page's language, for search engines and the footer's language menu. */
export const LANGUAGE_PARAMETER = 'lang'

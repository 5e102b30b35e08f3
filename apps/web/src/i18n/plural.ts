import { m } from './messages.ts'

/** The plural form of a number in the page's language. Used by compiled texts (`vite/build-language.ts`). */
export const plural = (count: number): string => new Intl.PluralRules(m.languages_code()).select(count)

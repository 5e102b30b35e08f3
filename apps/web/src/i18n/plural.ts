import { m } from './messages.ts'

/** Returns a number's plural form in the page's language. Used by compiled messages (`vite/build-language.ts`). */
export function plural(count: number): string {
  return new Intl.PluralRules(m.languages_code()).select(count)
}

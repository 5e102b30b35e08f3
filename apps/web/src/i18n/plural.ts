import { m } from './messages.ts'

/** The plural form of a number in the language of the page. Texts with forms of a build ask it (`vite/build-language.ts`). */
export const plural = (count: number): string => new Intl.PluralRules(m.languages_code()).select(count)

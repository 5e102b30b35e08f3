import { LANGUAGE } from '../../lib/format.ts'

// Common words, most of which exist in only one of these languages.
const TERMS = {
  en: 'the and is are was with this that there you for not but have it of to at on very here just when they',
  es: 'el los las que y es un una muy con para por hay pero aquí está lo del se más en de cuando son',
  pt: 'o os as que e é um uma muito com para por tem mas aqui está não do da em mais quando são de',
  fr: 'le les et est un une très avec pour il mais ici des du pas sur que je vous dans de la quand sont',
  de: 'der die das und ist ein eine sehr mit für es aber hier den dem nicht auf im zu ich auch von wenn sind',
  it: 'il gli che è un una molto con per ma qui non della del sono di le più quando',
  nl: 'de het een en is niet van met voor maar hier heel op dat er zijn wel als ook',
}
const LISTS = Object.entries(TERMS).map(([language, terms]) => [language, new Set(terms.split(' '))] as const)

// The first of these scripts found in the text determines the language. Japanese comes first, because it also uses
// Chinese characters.
const SCRIPTS = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
] as const

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function ownScript(text: string): string | null {
  const letters = countMatches(text, /\p{L}/gu)
  const latin = countMatches(text, /\p{Script=Latin}/gu)
  if (letters === 0 || latin > letters / 2) return null
  return SCRIPTS.find(([, pattern]) => countMatches(text, pattern) > letters / 10)?.[0] ?? null
}

/** The minimum number of common words that indicate a language. Trick and spot names are English everywhere. */
const SIGN = 2

function byTerms(text: string, page: string): string | null {
  const terms = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = LISTS.map(([language, list]) => ({
    language,
    count: terms.filter((term) => list.has(term)).length,
  })).toSorted((a, b) => b.count - a.count)
  const [best] = counts
  const own = counts.find(({ language }) => language === page)?.count ?? 0
  return best && best.count >= SIGN && best.count > own ? best.language : null
}

const LINK_OR_NAME = /https?:\/\/\S+|@[A-Za-z0-9_.]+|#\S+/g

/**
 * Guesses a text's language from its script and common words. Returns null if it's probably the page's language, or if
 * the text is too short.
 */
export function detectForeignLanguage(text: string, page: string = LANGUAGE): string | null {
  const written = text.replaceAll(LINK_OR_NAME, ' ')
  const base = page.split('-')[0] ?? page
  const found = ownScript(written) ?? byTerms(written, base)
  return found === base ? null : found
}

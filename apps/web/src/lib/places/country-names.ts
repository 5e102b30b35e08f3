import { LANGUAGE } from '../format.ts'

// English names that the server uses and that differ from Intl's, plus common names that people type.
const EVERYDAY: Record<string, string> = {
  'DR Congo': 'CD',
  'Republic of the Congo': 'CG',
  Congo: 'CG',
  'Hong Kong': 'HK',
  Myanmar: 'MM',
  Macao: 'MO',
  Palestine: 'PS',
  'Bosnia and Herzegovina': 'BA',
  'Czech Republic': 'CZ',
  Turkey: 'TR',
  'United States of America': 'US',
  USA: 'US',
  UK: 'GB',
}

function namesIn(language: string) {
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

/** Maps the English names of all countries to their translations. */
function translated(language: string): Record<string, string> {
  const [english, own] = [namesIn('en'), namesIn(language)]
  const named = CODES.map((code) => [english.of(code), own.of(code)])
  const everyday = Object.entries(EVERYDAY).map(([name, code]) => [name, own.of(code)])
  return Object.fromEntries([...named, ...everyday].filter(([name, inOwn]) => name && inOwn)) as Record<
    string,
    string
  >
}

let found: { language: string; names: Record<string, string> } | undefined

/** Maps English country names to names in the page's language; empty for English. */
export function countryNames(language = LANGUAGE): Readonly<Record<string, string>> {
  // English names are shown as stored: spots use "USA" where Intl has "United States".
  if (found?.language !== language)
    found = { language, names: language.startsWith('en') ? {} : translated(language) }
  return found.names
}

/** Translates an English country name into the page's language; returns unknown names unchanged. */
export function countryText(name: string, language?: string): string {
  return Object.hasOwn(countryNames(language), name) ? (countryNames(language)[name] ?? name) : name
}

/** Returns a language's name in the page's language: `Spanish`. */
export function languageText(code: string): string {
  return new Intl.DisplayNames(LANGUAGE, { type: 'language' }).of(code) ?? code
}

// Regions that aren't countries, or that have no towns.
const NONE = new Set(['AQ', 'BV', 'CP', 'EU', 'EZ', 'HM', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code
}

/** A country's ISO code and its name in the page's language. */
export type Country = { code: string; name: string }

/** Returns all countries, sorted by their names in the page's language. */
export function listCountries(language = LANGUAGE): Country[] {
  const names = namesIn(language)
  return CODES.filter((code) => !NONE.has(code) && isCurrent(code))
    .flatMap((code) => {
      const name = names.of(code)
      return name ? [{ code, name }] : []
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, language))
}

/** Returns a country's name in the page's language. */
export function getCountryName(code: string, language = LANGUAGE): string {
  return namesIn(language).of(code) ?? code
}

/** Returns the spot list with its country names translated. */
export function withCountries<List extends { items: { country: string | null }[] }>(
  list: List,
  language?: string,
): List {
  return {
    ...list,
    items: list.items.map((spot) => ({
      ...spot,
      country: spot.country && countryText(spot.country, language),
    })),
  }
}

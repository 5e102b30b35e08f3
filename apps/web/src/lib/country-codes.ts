import { LANGUAGE } from './format.ts'

// Regions that aren't countries, or that have no towns.
const NONE = new Set(['AQ', 'BV', 'CP', 'EU', 'EZ', 'HM', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code

/** A country's ISO code and its name in the page's language. */
export type Country = { code: string; name: string }

/** Returns all countries, sorted by their names in the page's language. */
export const listCountries = (language = LANGUAGE): Country[] => {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NONE.has(code) && isCurrent(code))
    .flatMap((code) => {
      const name = names.of(code)
      return name ? [{ code, name }] : []
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, language))
}

/** Returns a country's name in the page's language. */
export const getCountryName = (code: string, language = LANGUAGE): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code

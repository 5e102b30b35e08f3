import { normalizeText } from '@nollie/contract'

/** Languages in which country names are searched; the runtime has them all. */
const LANGUAGES =
  'en es de fr it pt nl ca eu gl sv da nb fi is pl cs sk sl hr sr hu ro bg el tr ru uk et lv lt ar he fa hi bn th vi id ms ja ko zh-Hans zh-Hant ga cy mt sq mk ka hy az kk uz mn ur ta sw af fil'.split(
    ' ',
  )

/** Common English names where the official ones are unwieldy; the gazetteer uses the same. */
const EVERYDAY: Record<string, string> = {
  CD: 'DR Congo',
  CG: 'Republic of the Congo',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
  XK: 'Kosovo',
}

const SHORT: Record<string, string> = { usa: 'US', uk: 'GB', uae: 'AE', holland: 'NL', england: 'GB' }

const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** A normalized name without punctuation. */
export const normaliseName = (name: string): string =>
  normalizeText(name)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()

let codes: string[] | null = null

/** ISO codes of all countries. */
export const countryCodes = (): readonly string[] =>
  (codes ??= LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).filter(
    (code) => !NO_COUNTRIES.has(code) && english.of(code),
  ))

let byName: Map<string, Set<string>> | null = null

const namesOfCountries = (): Map<string, Set<string>> => {
  const names = new Map<string, Set<string>>()
  const add = (name: string, code: string) => {
    const normalised = normaliseName(name)
    names.set(normalised, (names.get(normalised) ?? new Set()).add(code))
  }
  const spoken = LANGUAGES.map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  )
  for (const code of countryCodes()) {
    for (const names of spoken) {
      const name = names.of(code)
      if (name) add(name, code)
    }
    if (EVERYDAY[code]) add(EVERYDAY[code], code)
  }
  for (const [name, code] of Object.entries(SHORT)) add(name, code)
  return names
}

/** The English name of a country, as spots store it. */
export const countryName = (code: string): string => EVERYDAY[code] ?? english.of(code) ?? code

/** ISO codes of the countries whose whole name, in any language, is the text: `España`, `日本`, `uk`. */
export const countryCodesNamed = (text: string): string[] => {
  byName ??= namesOfCountries()
  return [...(byName.get(normaliseName(text)) ?? [])]
}

/** ISO codes of the countries with a name, in any language, that starts with the text; at most three. */
export const countryCodesBeginning = (text: string): string[] => {
  const exact = countryCodesNamed(text)
  const normalised = normaliseName(text)
  if (exact.length > 0 || normalised.length < 3) return exact
  const found = new Set<string>()
  for (const [name, codesOfName] of byName ?? [])
    if (name.startsWith(normalised)) for (const code of codesOfName) found.add(code)
  return [...found].slice(0, 3)
}

/** English names of the countries whose whole name is the text, see {@link countryCodesNamed}. */
export const countriesNamed = (text: string): string[] => countryCodesNamed(text).map(countryName)

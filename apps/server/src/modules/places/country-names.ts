import { normalizeText } from '@nollie/contract'

/** Languages in which people can search country names. The runtime has names in all of them. */
const LANGUAGES =
  'en es de fr it pt nl ca eu gl sv da nb fi is pl cs sk sl hr sr hu ro bg el tr ru uk et lv lt ar he fa hi bn th vi id ms ja ko zh-Hans zh-Hant ga cy mt sq mk ka hy az kk uz mn ur ta sw af fil'.split(
    ' ',
  )

/** Common English names, as used in the gazetteer, for countries whose official name is unwieldy. */
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

/** Normalizes a name and removes its punctuation. */
export function normaliseName(name: string): string {
  return normalizeText(name)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

let codes: string[] | null = null

/** Returns the ISO codes of all countries. */
export function listCountryCodes(): readonly string[] {
  return (codes ??= LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).filter(
    (code) => !NO_COUNTRIES.has(code) && english.of(code),
  ))
}

let byName: Map<string, Set<string>> | null = null

function namesOfCountries(): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  const add = (name: string, code: string) => {
    const normalised = normaliseName(name)
    names.set(normalised, (names.get(normalised) ?? new Set()).add(code))
  }
  const spoken = LANGUAGES.map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  )
  for (const code of listCountryCodes()) {
    for (const names of spoken) {
      const name = names.of(code)
      if (name) add(name, code)
    }
    if (EVERYDAY[code]) add(EVERYDAY[code], code)
  }
  for (const [name, code] of Object.entries(SHORT)) add(name, code)
  return names
}

/** Returns a country's English name, as stored with spots. */
export function getCountryName(code: string): string {
  return EVERYDAY[code] ?? english.of(code) ?? code
}

/** Returns ISO codes of countries whose full name in any language equals the text: `España`, `日本`, `uk`. */
export function findCountryCodes(text: string): string[] {
  byName ??= namesOfCountries()
  return [...(byName.get(normaliseName(text)) ?? [])]
}

/** Returns up to three ISO codes of countries with a name, in any language, that starts with the text. */
export function findCountryCodesByPrefix(text: string): string[] {
  const exact = findCountryCodes(text)
  const normalised = normaliseName(text)
  if (exact.length > 0 || normalised.length < 3) return exact
  const found = new Set<string>()
  for (const [name, codesOfName] of byName ?? [])
    if (name.startsWith(normalised)) for (const code of codesOfName) found.add(code)
  return [...found].slice(0, 3)
}

/** Returns English names of countries whose full name equals the text. See {@link findCountryCodes}. */
export function findCountries(text: string): string[] {
  return findCountryCodes(text).map(getCountryName)
}

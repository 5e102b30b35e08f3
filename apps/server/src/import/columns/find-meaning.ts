import { normalizeText } from '@nollie/contract/search/normalize-text'
import { findStem } from './axis-words.ts'
import { FACT_FIELDS } from '../facts-in-record.ts'
import { FIELD_NAMES } from './field-names.ts'
import { FIELD_WORDS } from './field-words.ts'
import { isPlaceName } from './place-name-columns.ts'
import { isPlaceWord } from './place-texts.ts'
import { findLooseAxis, findPositionField, isOwnName, type LooseAxis, type Side } from './position-words.ts'

/** Removes a name's case, accents, spaces, and punctuation. */
export function normalizeName(name: string): string {
  return normalizeText(name).replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * The field that a name refers to, and how well it matches. If several names in a record match, the lowest rank wins.
 */
export type Meaning = {
  field: string
  rank: number
  /** The direction in the name of an axis, as in `LATITUD_SUR`. */
  side?: Side
}

/** The penalty for a name that isn't spelled exactly like its entry. */
const SPELLED_OTHERWISE = 0.5

const EXACT = new Map<string, Meaning>()
const FOLDED = new Map<string, Meaning>()
const ALL: (readonly [string, readonly string[]])[] = [...Object.entries(FIELD_NAMES), ...FACT_FIELDS]
for (const [field, names] of ALL)
  for (const [rank, name] of [...names, ...(FIELD_WORDS[field] ?? [])].entries()) {
    const meaning: Meaning = { field, rank }
    const folded = normalizeName(name)
    if (!EXACT.has(name)) EXACT.set(name, meaning)
    if (!FOLDED.has(folded)) FOLDED.set(folded, { ...meaning, rank: rank + SPELLED_OTHERWISE })
  }

/** Multi-word names, such as `Coordinates (lon, lat)` or `Nom du lieu`, rank after the known ones. */
const WORDS_RANK = 200
/** A name with a language, such as `nimi_fi`, ranks after the same name without one. */
const LANGUAGE_RANK = 100

const LANGUAGES =
  'ar bg ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy is it iw ja ka kk ko lt lv mk ms nb nl nn pl pt ro ru se sk sl sq sr sv th tr uk vi zh'
const IN_LANGUAGE = new RegExp(`^(.+)[_.:-](?:${LANGUAGES.replaceAll(' ', '|')})$`, 'i')
const TEXT_FIELDS: readonly string[] = ['name', 'description', 'address', 'street', 'city']

/** Returns the meaning of a text field's name that ends with a language, or null. */
function findInLanguage(name: string): Meaning | null {
  const base = IN_LANGUAGE.exec(name)?.[1]
  const meaning = base && findMeaning(base)
  return meaning && TEXT_FIELDS.includes(meaning.field)
    ? { ...meaning, rank: meaning.rank + LANGUAGE_RANK }
    : null
}

function findWord(word: string): string | undefined {
  return FOLDED.get(normalizeName(word))?.field ?? findStem(word) ?? undefined
}

function findInWords(name: string): Meaning | null {
  const position = findPositionField(name, findWord)
  if (position) return { ...position, rank: WORDS_RANK }
  return isPlaceName(name) ? { field: 'name', rank: WORDS_RANK } : null
}

/** Maximum number of cached names. A file with more names was built to exhaust memory. */
const MAX_CACHED = 10_000

/** Returns a function that gives the same results as `find`, but calls it only once for each name. */
function findOnce<T>(find: (name: string) => T | null): (name: string) => T | null {
  const cache = new Map<string, T | null>()
  return (name) => {
    const known = cache.get(name)
    if (known !== undefined) return known
    const found = find(name)
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(name, found)
    return found
  }
}

/** Returns the field that a name in a file refers to, or null if the import doesn't use it. */
export const findMeaning: (name: string) => Meaning | null = findOnce(
  (name) => EXACT.get(name) ?? FOLDED.get(normalizeName(name)) ?? findInWords(name) ?? findInLanguage(name),
)

/** Returns the axis in a name with unknown words, or null. */
export const findAxisInName: (name: string) => LooseAxis | null = findOnce((name) =>
  findLooseAxis(name, findWord),
)

/** Whether a position in a column with an unknown name can be the spot's own position. */
export function isOwnColumn(name: string): boolean {
  return isOwnName(name, findWord)
}

const findPlaceWord: (name: string) => true | null = findOnce((name) => (isPlaceWord(name) ? true : null))

/** Whether a column's name is only a word for a place, as in `Site` or `Venue`. */
export function isPlaceColumn(column: string): boolean {
  return findPlaceWord(column) !== null
}

import { SPOT_TYPES, type SpotType } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'

/** The map's filters as the contract reads them; absent and empty mean no filter. */
export type Filters = {
  type?: SpotType | undefined
  q?: string | undefined
  keywords?: string | undefined
  place?: string | undefined
}

/** Shorter texts have no trigram to look up. */
const INDEXED_LENGTH = 3
const MOST_WORDS = 8

/** Whether only reading the spots themselves can tell what matches. */
export const asksText = ({ q, keywords, place }: Filters): boolean => Boolean(q || keywords || place)

/** The kind's number: its place among the types + 1. */
export const numberOfType = (type: SpotType): number => SPOT_TYPES.indexOf(type) + 1

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')

/** The kinds whose name holds the text, as bits. */
const kindsNamed = (text: string): number =>
  SPOT_TYPES.reduce((bits, type, bit) => (type.includes(plain(text)) ? bits | (1 << bit) : bits), 0)

const contains = (column: RawBuilder<string>, text: string) =>
  sql<boolean>`${column} like nollie_contains(${text})`

const WORD_STARTS = ['', '% ', '%-', '%(', '%/']

/** A word of the column begins with the text. Unlike `\\m` in a regular expression, LIKE lets the trigram index help. */
const beginsWord = (column: RawBuilder<string>, text: string) =>
  sql<boolean>`(${sql.join(
    WORD_STARTS.map((before) => sql`${column} like ${before}::text || substr(nollie_contains(${text}), 2)`),
    sql` or `,
  )})`

/** Every word begins a word of the column; finds "mac pla" in "MACBA plaza". */
const beginsWords = (column: RawBuilder<string>, words: readonly string[]) =>
  sql<boolean>`(${sql.join(
    words.slice(0, MOST_WORDS).map((word) => beginsWord(column, word)),
    sql` and `,
  )})`

const name = sql<string>`s.search_name`
const text = sql<string>`s.search_text`
const place = sql<string>`s.search_place`

// No index finds one or two letters inside words, and reading a large table whole takes too long.
const finds = (column: RawBuilder<string>, text: string, large: boolean) =>
  large && text.length < INDEXED_LENGTH ? beginsWord(column, text) : contains(column, text)

const matchesSearch = (q: string, large: boolean): RawBuilder<boolean> => {
  const ways = [finds(text, q, large)]
  const words = q.split(/\s+/)
  if (words.length > 1) ways.push(beginsWords(text, words))
  const kinds = kindsNamed(q)
  if (kinds) ways.push(sql`s.kinds & ${kinds} <> 0`)
  return sql`(${sql.join(ways, sql` or `)})`
}

/**
 * The conditions on a living spot `s`, to stand after `where`. Where spots are many (`large`), one or two letters are
 * looked for at the beginning of words only.
 */
export const matches = (filters: Filters, large: boolean): RawBuilder<boolean> =>
  sql`${sql.join(
    [
      sql`s.deleted_at is null`,
      ...(filters.type ? [sql`s.kinds & ${1 << (numberOfType(filters.type) - 1)} <> 0`] : []),
      ...(filters.q ? [matchesSearch(filters.q, large)] : []),
      ...(filters.keywords ? [finds(text, filters.keywords, large)] : []),
      ...(filters.place ? [finds(place, filters.place, large)] : []),
    ],
    sql` and `,
  )}`

/** The ways a typed text may mean a spot's name, best first; each is a condition on `s`. */
export const stagesOf = (q: string): RawBuilder<boolean>[] => [
  sql`s.search_name like substr(nollie_contains(${q}), 2)`,
  beginsWords(name, q.split(/\s+/)),
  ...(q.length >= INDEXED_LENGTH
    ? [contains(name, q), sql<boolean>`(${contains(text, q)} or ${contains(place, q)})`]
    : []),
]

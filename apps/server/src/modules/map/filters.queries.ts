import { SPOT_TYPES, type SpotType } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { beginsWord, contains, INDEXED_LENGTH } from '../../db/text-search.ts'
import { viewerId } from '../blocks/index.ts'
import { countriesNamed } from '../places/index.ts'
import { descriptionShownTo } from '../spots/index.ts'

/** The map's filters as the contract reads them; absent and empty mean no filter. */
export type Filters = {
  type?: SpotType | undefined
  q?: string | undefined
  keywords?: string | undefined
  place?: string | undefined
}

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

const text = sql<string>`s.search_text`
const place = sql<string>`s.search_place`

// No index finds one or two letters inside words, and reading a large table whole takes too long.
const finds = (column: RawBuilder<string>, text: string, large: boolean) =>
  large && text.length < INDEXED_LENGTH ? beginsWord(column, text) : contains(column, text)

const name = sql<string>`s.search_name`

// Descriptions that nobody sees are not searched, or their spots would tell what they say. Who blocks whom is not asked:
// the map is the same for everybody.
const inShownText = (found: (column: RawBuilder<string>) => RawBuilder<boolean>) =>
  sql<boolean>`(${found(text)} and (${descriptionShownTo(viewerId(null), 's')} or ${found(name)}))`

const findsText = (q: string, large: boolean) => inShownText((column) => finds(column, q, large))

const MOST_WORDS = 8

/** Every word begins a word of the texts or of the place: finds "macba barcelona". */
const beginsWordsOfBoth = (words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words
      .slice(0, MOST_WORDS)
      .map(
        (word) => sql`(${inShownText((column) => beginsWord(column, word))} or ${beginsWord(place, word)})`,
      ),
    sql` and `,
  )})`

/** The place holds the text, or the country that the text is the name of in any language. */
const isAt = (q: string, large: boolean): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [finds(place, q, large), ...countriesNamed(q).map((country) => contains(place, country))],
    sql` or `,
  )})`

const matchesSearch = (q: string, large: boolean): RawBuilder<boolean> => {
  const ways = [findsText(q, large), isAt(q, large)]
  const words = q.split(/\s+/)
  if (words.length > 1) ways.push(beginsWordsOfBoth(words))
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
      ...(filters.keywords ? [findsText(filters.keywords, large)] : []),
      ...(filters.place ? [isAt(filters.place, large)] : []),
    ],
    sql` and `,
  )}`

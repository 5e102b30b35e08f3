import { LIMITS, SPOT_TYPES, type StatusFilter } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { beginsWord, contains, INDEXED_LENGTH } from '../../db/text-search.ts'
import { viewerId } from '../blocks/index.ts'
import { countriesNamed } from '../places/index.ts'
import { descriptionShownTo } from '../spots/index.ts'
import { bitOf, facetsOf, type Filters, GONE_BIT, type Point } from './facets.ts'

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

const MAX_WORDS = 8

/** Every word begins a word of the texts or of the place: finds "macba barcelona". */
const beginsWordsOfBoth = (words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words
      .slice(0, MAX_WORDS)
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
  if (kinds) ways.push(sql`s.facets & ${kinds} <> 0`)
  return sql`(${sql.join(ways, sql` or `)})`
}

/** Metres from a point to spot `s` (haversine). */
export const metresTo = ({ latitude, longitude }: Point): RawBuilder<number> =>
  sql<number>`(12742017.6 * asin(sqrt(least(1, power(sin(radians(s.latitude - ${latitude}) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(s.latitude)) * power(sin(radians(s.longitude - ${longitude}) / 2), 2)))))`

/** The spots `s` that stand, are gone, or both; said so that PostgreSQL knows that nearly all stand. */
export const hasStatus = (status: StatusFilter | undefined): RawBuilder<boolean> => {
  if (status === 'all') return sql`true`
  return status === 'gone' ? sql`s.facets >= ${GONE_BIT}` : sql`s.facets < ${GONE_BIT}`
}

/** The conditions on a living spot `s` that every index of spots can tell. */
export const matchesFacets = (filters: Filters): RawBuilder<boolean> =>
  sql`${sql.join(
    [
      sql`s.deleted_at is null`,
      hasStatus(filters.status),
      ...facetsOf(filters).map((facet) => sql`s.facets & ${bitOf(facet)} <> 0`),
    ],
    sql` and `,
  )}`

/**
 * The conditions on a living spot `s`, to stand after `where`. Where spots are many (`large`), one or two letters are
 * looked for at the beginning of words only.
 */
export const matches = (filters: Filters, large: boolean): RawBuilder<boolean> =>
  sql`${sql.join(
    [
      matchesFacets(filters),
      ...(filters.around ? [sql`${metresTo(filters.around)} <= ${LIMITS.near_metres}`] : []),
      ...(filters.q ? [matchesSearch(filters.q, large)] : []),
      ...(filters.keywords ? [findsText(filters.keywords, large)] : []),
      ...(filters.place ? [isAt(filters.place, large)] : []),
    ],
    sql` and `,
  )}`

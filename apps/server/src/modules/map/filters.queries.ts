import { LIMITS, SPOT_TYPES, type StatusFilter } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { beginsTerm, contains, INDEXED_LENGTH } from '../../db/text-search.ts'
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

/** The types whose name contains the text, as bits. */
const typesNamed = (text: string): number =>
  SPOT_TYPES.reduce((bits, type, bit) => (type.includes(plain(text)) ? bits | (1 << bit) : bits), 0)

const text = sql<string>`s.search_text`
const address = sql<string>`s.search_place`

// The trigram index cannot find one or two letters inside a term, and reading a large table takes too long.
const finds = (column: RawBuilder<string>, text: string, large: boolean) =>
  large && text.length < INDEXED_LENGTH ? beginsTerm(column, text) : contains(column, text)

const name = sql<string>`s.search_name`

// Hidden descriptions are not searched: the matching spots would reveal their text. Blocks are ignored, because the map
// is the same for everybody.
const inShownText = (found: (column: RawBuilder<string>) => RawBuilder<boolean>) =>
  sql<boolean>`(${found(text)} and (${descriptionShownTo(viewerId(null), 's')} or ${found(name)}))`

const findsText = (q: string, large: boolean) => inShownText((column) => finds(column, q, large))

const MAX_TERMS = 8

/** Every term begins a term of the texts or of the address: finds "macba barcelona". */
const beginsTermsOfBoth = (terms: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    terms
      .slice(0, MAX_TERMS)
      .map(
        (term) => sql`(${inShownText((column) => beginsTerm(column, term))} or ${beginsTerm(address, term)})`,
      ),
    sql` and `,
  )})`

/** The address contains the text, or a country that has this name in any language. */
const isAt = (q: string, large: boolean): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [finds(address, q, large), ...countriesNamed(q).map((country) => contains(address, country))],
    sql` or `,
  )})`

const matchesSearch = (q: string, large: boolean): RawBuilder<boolean> => {
  const conditions = [findsText(q, large), isAt(q, large)]
  const terms = q.split(/\s+/)
  if (terms.length > 1) conditions.push(beginsTermsOfBoth(terms))
  const types = typesNamed(q)
  if (types) conditions.push(sql`s.facets & ${types} <> 0`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Metres from a point to spot `s` (haversine). */
export const metresTo = ({ latitude, longitude }: Point): RawBuilder<number> =>
  sql<number>`(12742017.6 * asin(sqrt(least(1, power(sin(radians(s.latitude - ${latitude}) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(s.latitude)) * power(sin(radians(s.longitude - ${longitude}) / 2), 2)))))`

/**
 * Spots `s` that are not gone, that are gone, or both. A range, so that PostgreSQL knows that nearly all are not gone.
 */
export const hasStatus = (status: StatusFilter | undefined): RawBuilder<boolean> => {
  if (status === 'all') return sql`true`
  return status === 'gone' ? sql`s.facets >= ${GONE_BIT}` : sql`s.facets < ${GONE_BIT}`
}

/** The conditions on a spot `s` that is not deleted which every index of spots can check. */
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
 * The conditions on a spot `s` that is not deleted, to be put after `where`. With many spots (`large`), one or two
 * letters match only beginnings of terms.
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

import { normalizeText, SPOT_TYPES } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { beginsTerm, contains, isIndexed, splitTerms } from '../../db/text-search.ts'
import { viewerId } from '../blocks/index.ts'
import { findCountries } from '../places/index.ts'
import { descriptionShownTo } from '../spots/index.ts'

/** Returns the types whose name contains the text, as bits. */
function typesNamed(text: string): number {
  const folded = normalizeText(text)
  if (!folded) return 0
  return SPOT_TYPES.reduce(
    (bits, type, bit) => (normalizeText(type).includes(folded) ? bits | (1 << bit) : bits),
    0,
  )
}

const text = sql<string>`s.search_text`
const address = sql<string>`s.search_place`

// The trigram index can't find one or two letters in the middle of a term, and scanning a large table takes too long.
function finds(column: RawBuilder<string>, text: string, large: boolean) {
  return large && !isIndexed(text) ? beginsTerm(column, text) : contains(column, text)
}

const name = sql<string>`s.search_name`

// Hidden descriptions aren't searched, because matching spots would reveal their text. Blocks are ignored, because
// everyone gets the same map.
function inShownText(found: (column: RawBuilder<string>) => RawBuilder<boolean>) {
  return sql<boolean>`(${found(text)} and (${descriptionShownTo(viewerId(null), 's')} or ${found(name)}))`
}

/** Whether the spot's name or description contains the text. */
export function findsText(q: string, large: boolean) {
  return inShownText((column) => finds(column, q, large))
}

/** Whether every term starts a term in the spot's name, description, or street address. Finds "macba barcelona". */
function beginsTermsOfBoth(terms: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    terms.map(
      (term) => sql`(${inShownText((column) => beginsTerm(column, term))} or ${beginsTerm(address, term)})`,
    ),
    sql` and `,
  )})`
}

/** Whether the street address contains the text, or is in a country with this name in any language. */
export function isAt(q: string, large: boolean): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    [finds(address, q, large), ...findCountries(q).map((country) => contains(address, country))],
    sql` or `,
  )})`
}

/** Whether a search matches spot `s` by name, description, street address, or type. */
export function matchesSearch(q: string, large: boolean): RawBuilder<boolean> {
  const conditions = [findsText(q, large), isAt(q, large)]
  const terms = splitTerms(q)
  if (terms.length > 1) conditions.push(beginsTermsOfBoth(terms))
  const types = typesNamed(q)
  if (types) conditions.push(sql`s.facets & ${types} <> 0`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

import { LIMITS, type Person, type FoundSpot } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import type { Found } from '../../db/text-search.ts'
import { searchResultsPage } from '../../platform/http/index.ts'
import { searchPeople } from '../people/index.ts'
import { findSpots, selectCardsText } from '../spots/index.ts'

/** Maximum number of results of each kind in the dropdown. */
const BEST = 5
const SPOTS_PAGE = 20
const MAX_RESULTS = LIMITS.search_results_max

/** The best results, and the total number of matches. */
export type Best<T> = { items: T[]; count: number; more: boolean }

// The query selects one item more than fits on a page. If a search ran out of time, it may have missed some matches.
function toCount({ items, whole }: Found<unknown>) {
  return {
    count: Math.min(items.length, MAX_RESULTS),
    more: items.length > MAX_RESULTS || !whole,
  }
}

/** Finds the best people and spots for a query. */
export async function searchAll(
  db: Db,
  viewer: string,
  q: string,
): Promise<{ people: Best<Person>; spots: Best<FoundSpot> }> {
  const [people, spots] = await Promise.all([
    searchPeople(db, viewer, q),
    findSpots(db, viewer, q, { limit: MAX_RESULTS + 1, short: true }),
  ])
  const best = <T>(found: Found<T>): Best<T> => ({ items: found.items.slice(0, BEST), ...toCount(found) })
  return { people: best(people), spots: best(spots) }
}

/**
 * Returns a page of spots that match a query, as JSON text.
 * @throws Refusal BAD_CURSOR, including for another query's cursor
 */
export async function spotsPage(
  db: Db,
  viewer: string,
  q: string,
  cursor: string | undefined,
): Promise<string> {
  const found = await findSpots(db, viewer, q, { limit: MAX_RESULTS + 1, short: true })
  const { ids, next_cursor } = searchResultsPage(
    found.items.map(({ id }) => id),
    { q, cursor, size: SPOTS_PAGE },
  )
  const { count, more } = toCount(found)
  const cards = await selectCardsText(db, viewer, ids)
  return `{"items":${cards},"next_cursor":${JSON.stringify(next_cursor)},"count":${count},"more":${more}}`
}

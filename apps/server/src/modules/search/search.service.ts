import { createHash } from 'node:crypto'
import { LIMITS, type Person, type FoundSpot } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Found } from '../../db/text-search.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { findSpots, selectCardsText } from '../spots/index.ts'
import { findPeople } from './people.queries.ts'

/** What the dropdown shows of each kind. */
const BEST = 5
const PAGE = 20
const MOST = LIMITS.search_results_max

/** The best of what was found, and how many match. */
export type Best<T> = { items: T[]; count: number; more: boolean }

// One more than is told was asked for; a search whose time was up may have missed some.
const countOf = ({ items, whole }: Found<unknown>) => ({
  count: Math.min(items.length, MOST),
  more: items.length > MOST || !whole,
})

/** The best people and spots for a typed text. */
export const searchAll = async (
  db: Db,
  viewer: string,
  q: string,
): Promise<{ people: Best<Person>; spots: Best<FoundSpot> }> => {
  const [people, spots] = await Promise.all([
    findPeople(db, viewer, q, MOST + 1),
    findSpots(db, q, { most: MOST + 1, short: true }),
  ])
  const best = <T>(found: Found<T>): Best<T> => ({ items: found.items.slice(0, BEST), ...countOf(found) })
  return { people: best(people), spots: best(spots) }
}

// Bound to its text. The list is made anew for each page: it goes on after the last spot seen, or, if that is gone, at
// its place.
const Place = z.tuple([z.string(), z.uuid(), z.number().int().min(0).max(MOST)])

const tagOf = (q: string): string => createHash('sha256').update(q).digest('base64url').slice(0, 12)

/**
 * A page of the spots a typed text means, as JSON text.
 * @throws Refusal BAD_CURSOR, also for a cursor of another text
 */
export const spotsPage = async (db: Db, q: string, cursor: string | undefined): Promise<string> => {
  const place = cursor === undefined ? null : readCursor(Place, cursor)
  if (place && place[0] !== tagOf(q)) throw new Refusal('BAD_CURSOR')
  const found = await findSpots(db, q, { most: MOST + 1, short: true })
  const ids = found.items.slice(0, MOST).map(({ id }) => id)
  const seen = place ? ids.indexOf(place[1]) + 1 || place[2] : 0
  const page = ids.slice(seen, seen + PAGE)
  const last = page.at(-1)
  const end = seen + page.length
  const next = last && end < ids.length ? writeCursor([tagOf(q), last, end]) : null
  const { count, more } = countOf(found)
  const cards = await selectCardsText(db, page)
  return `{"items":${cards},"next_cursor":${JSON.stringify(next)},"count":${count},"more":${more}}`
}

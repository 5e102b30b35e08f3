import { LIMITS, type Person, type PersonCard } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Found } from '../../db/text-search.ts'
import { searchResultsPage, readCursor, writeCursor } from '../../platform/http/index.ts'
import { selectCards, selectNewest } from './find-people.queries.ts'
import { selectMatchingPeople } from './search-people.queries.ts'

const PEOPLE_PAGE = 30

type Page = { items: PersonCard[]; next_cursor: string | null }

const Newest = z.tuple([z.literal('new'), z.iso.datetime(), z.uuid()])

// People type usernames with an @, because that's how they are displayed.
function withoutAt(typed: string): string {
  return typed.replace(/^@+/, '').trim()
}

/**
 * Finds other people by part of their username or name, best matches first. Returns up to one more than the limit, so
 * that the caller knows whether there are more.
 */
export async function searchPeople(db: Db, viewer: string, typed: string): Promise<Found<Person>> {
  const q = withoutAt(typed)
  return q ? selectMatchingPeople(db, viewer, q, LIMITS.search_results_max + 1) : { items: [], whole: true }
}

async function searchPage(db: Db, viewer: string, q: string, cursor: string | undefined): Promise<Page> {
  const { items } = await searchPeople(db, viewer, q)
  const found = items.map(({ user_id }) => user_id)
  const { ids, next_cursor } = searchResultsPage(found, { q, cursor, size: PEOPLE_PAGE })
  return { items: await selectCards(db, viewer, ids), next_cursor }
}

async function newestPage(db: Db, viewer: string, cursor: string | undefined): Promise<Page> {
  let after: { created_at: string; user_id: string } | null = null
  if (cursor !== undefined) {
    const [, created_at, user_id] = readCursor(Newest, cursor)
    after = { created_at, user_id }
  }
  const found = await selectNewest(db, viewer, { after, limit: PEOPLE_PAGE + 1 })
  const page = found.slice(0, PEOPLE_PAGE)
  const last = found.length > PEOPLE_PAGE ? page.at(-1) : undefined
  return {
    items: page.map(({ card }) => card),
    next_cursor: last ? writeCursor(['new', last.created_at, last.user_id]) : null,
  }
}

/**
 * Returns a page of other people. With `q`, searches usernames and names in the order of {@link searchPeople}. If it's
 * absent, lists everyone, newest first.
 * @throws Refusal BAD_CURSOR
 */
export function findPeople(
  db: Db,
  viewer: string,
  { q, cursor }: { q?: string | null | undefined; cursor?: string | undefined },
): Promise<Page> {
  const typed = q && withoutAt(q)
  return typed ? searchPage(db, viewer, typed, cursor) : newestPage(db, viewer, cursor)
}

import type { PersonCard } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { searchPeople, selectNewest } from './find.queries.ts'

const PEOPLE_PAGE = 30

type Page = { items: PersonCard[]; next_cursor: string | null }

const Found = z.tuple([z.literal('q'), z.string(), z.number().int(), z.string().max(200), z.uuid()])
const Newest = z.tuple([z.literal('new'), z.iso.datetime(), z.uuid()])

// Long searches do not travel in the cursor: a few letters tell that it is another one.
const tagOf = (q: string) => q.slice(0, 12)

const searchPage = async (db: Db, viewer: string, q: string, cursor: string | undefined): Promise<Page> => {
  let after: { rank: number; name: string; user_id: string } | null = null
  if (cursor !== undefined) {
    const [, tag, rank, name, user_id] = readCursor(Found, cursor)
    if (tag !== tagOf(q)) throw new Refusal('BAD_CURSOR')
    after = { rank, name, user_id }
  }
  const found = await searchPeople(db, viewer, q, { after, limit: PEOPLE_PAGE + 1 })
  const page = found.slice(0, PEOPLE_PAGE)
  const last = found.length > PEOPLE_PAGE ? page.at(-1)?.place : undefined
  return {
    items: page.map(({ card }) => card),
    next_cursor: last ? writeCursor(['q', tagOf(q), last.rank, last.name, last.user_id]) : null,
  }
}

const newestPage = async (db: Db, viewer: string, cursor: string | undefined): Promise<Page> => {
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
 * Other people by a part of their username or name, or all of them, newest first, when nothing is typed.
 * @throws Refusal BAD_CURSOR
 */
export const findPeople = (
  db: Db,
  viewer: string,
  { q, cursor }: { q?: string | null | undefined; cursor?: string | undefined },
): Promise<Page> => {
  const typed = q?.replace(/^@+/, '').trim()
  return typed ? searchPage(db, viewer, typed, cursor) : newestPage(db, viewer, cursor)
}

import type { SpotCard } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { type JsonText, readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { isVisibleTo } from '../blocks/index.ts'
import { selectCounts } from '../follows/index.ts'
import { readPersonPosts } from '../posts/index.ts'
import { selectCards } from '../spots/index.ts'
import { type CreatedSpotCursor, selectSpotsOf } from './person-content.queries.ts'

const SPOTS_PAGE = 24

/**
 * Returns a page of a person's posts or profile pictures.
 * @throws Refusal PERSON_NOT_FOUND, BAD_CURSOR
 */
export async function listPersonPosts(
  db: Db,
  viewer: string,
  list: { user_id: string; only: 'posts' | 'pictures' },
  cursor: string | undefined,
): Promise<JsonText> {
  if (!(await isVisibleTo(db, viewer, list.user_id))) throw new Refusal('PERSON_NOT_FOUND')
  return readPersonPosts(db, viewer, list, cursor)
}

const Cursor = z.tuple([z.uuid(), z.iso.datetime(), z.uuid()])

/**
 * Returns a page of the spots that a person shared, with the total number.
 * @throws Refusal PERSON_NOT_FOUND, BAD_CURSOR
 */
export async function listPersonSpots(
  db: Db,
  viewer: string,
  user_id: string,
  cursor: string | undefined,
): Promise<{ items: SpotCard[]; next_cursor: string | null; spots_count: number }> {
  let after: CreatedSpotCursor | null = null
  if (cursor !== undefined) {
    const [person_id, created_at, id] = readCursor(Cursor, cursor)
    if (person_id !== user_id) throw new Refusal('BAD_CURSOR')
    after = { created_at, id }
  }
  if (!(await isVisibleTo(db, viewer, user_id))) throw new Refusal('PERSON_NOT_FOUND')
  const found = await selectSpotsOf(db, viewer, user_id, { after, limit: SPOTS_PAGE + 1 })
  const page = found.slice(0, SPOTS_PAGE)
  const last = found.length > SPOTS_PAGE ? page.at(-1) : undefined
  const counts = await selectCounts(db, viewer, user_id)
  const ids = page.map(({ id }) => id)
  return {
    items: await selectCards(db, viewer, ids),
    next_cursor: last ? writeCursor([user_id, last.created_at, last.id]) : null,
    spots_count: counts?.spots_count ?? 0,
  }
}

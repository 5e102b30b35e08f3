import type { SpotCard } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { isThereFor } from '../blocks/index.ts'
import { selectCounts } from '../follows/index.ts'
import { personPostsText } from '../posts/index.ts'
import { selectCards } from '../spots/index.ts'
import { type CreatedSpotCursor, selectSpotsOf } from './person-content.queries.ts'

const SPOTS_PAGE = 24

/**
 * A page of a person's posts, or of their profile pictures, as JSON text.
 * @throws Refusal PERSON_NOT_FOUND, BAD_CURSOR
 */
export const postsOf = async (
  db: Db,
  viewer: string,
  of: { user_id: string; only: 'posts' | 'pictures' },
  cursor: string | undefined,
): Promise<string> => {
  if (!(await isThereFor(db, viewer, of.user_id))) throw new Refusal('PERSON_NOT_FOUND')
  return personPostsText(db, viewer, of, cursor)
}

const Cursor = z.tuple([z.uuid(), z.iso.datetime(), z.uuid()])

/**
 * A page of the spots a person shared, with how many there are in all.
 * @throws Refusal PERSON_NOT_FOUND, BAD_CURSOR
 */
export const spotsOf = async (
  db: Db,
  viewer: string,
  user_id: string,
  cursor: string | undefined,
): Promise<{ items: SpotCard[]; next_cursor: string | null; spots_count: number }> => {
  let after: CreatedSpotCursor | null = null
  if (cursor !== undefined) {
    const [of, created_at, id] = readCursor(Cursor, cursor)
    if (of !== user_id) throw new Refusal('BAD_CURSOR')
    after = { created_at, id }
  }
  if (!(await isThereFor(db, viewer, user_id))) throw new Refusal('PERSON_NOT_FOUND')
  const found = await selectSpotsOf(db, user_id, { after, limit: SPOTS_PAGE + 1 })
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

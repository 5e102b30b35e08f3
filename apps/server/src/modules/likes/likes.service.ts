import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { requireItem } from '../posts/index.ts'
import { deleteLike, insertLike, type Item, type LikeRow, selectLikes } from './likes.queries.ts'

const LIKES_PAGE = 30

/** How many people like an item, and whether the viewer does. */
export type LikeState = { likes_count: number; liked: boolean }

function isGone(error: unknown): boolean {
  return (error as { code?: string }).code === '23503'
}

/**
 * Returns the new state. An undefined count means that the viewer couldn't see the item.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND
 */
async function setLike(
  db: Db,
  viewer: string,
  item: Item,
  { liked, count }: { liked: boolean; count: number | undefined },
): Promise<LikeState> {
  if (count !== undefined) return { likes_count: count, liked }
  await requireItem(db, viewer, item)
  throw new Refusal('POST_NOT_FOUND')
}

/**
 * Likes an item in a post; idempotent.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND
 */
export async function likeItem(db: Db, item: Item, user_id: string): Promise<LikeState> {
  const count = await insertLike(db, item, user_id, uuid()).catch((error: unknown) => {
    // The item was deleted while the statement ran.
    if (isGone(error)) return undefined
    throw error
  })
  return setLike(db, user_id, item, { liked: true, count })
}

/**
 * Removes a like, if there is one. The rollup then publishes the removal to the owner.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND
 */
export async function unlikeItem(db: Db, item: Item, user_id: string): Promise<LikeState> {
  return setLike(db, user_id, item, { liked: false, count: await deleteLike(db, item, user_id) })
}

const Cursor = z.tuple([z.uuid(), z.number().int(), z.iso.datetime(), z.uuid()])

/**
 * Returns a page of the people who like an item, newest first.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND, BAD_CURSOR, including for a cursor from another item
 */
export async function likesPage(
  db: Db,
  viewer: string,
  item: Item,
  cursor: string | undefined,
): Promise<{ items: LikeRow[]; next_cursor: string | null }> {
  let after: { created_at: string; id: string } | null = null
  if (cursor !== undefined) {
    const [post_id, media_index, created_at, id] = readCursor(Cursor, cursor)
    if (post_id !== item.post_id || media_index !== item.media_index) throw new Refusal('BAD_CURSOR')
    after = { created_at, id }
  }
  await requireItem(db, viewer, item)
  const found = await selectLikes(db, viewer, item, { after, limit: LIKES_PAGE + 1 })
  const items = found.slice(0, LIKES_PAGE)
  const last = found.length > LIKES_PAGE ? items.at(-1) : undefined
  return {
    items,
    next_cursor: last ? writeCursor([item.post_id, item.media_index, last.created_at, last.id]) : null,
  }
}

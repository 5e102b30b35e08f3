import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { jsonPage, type JsonText, readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { countFollowedNewer, selectFollowed } from './followed-feed.queries.ts'
import {
  countNewer,
  FEED_TOP,
  type FeedCursor,
  type Filter,
  findItem,
  findFeedCursor,
  type PostText,
  selectByIds,
  selectFeed,
  selectOfPerson,
  selectPost,
  selectRelated,
} from './posts-read.queries.ts'

/** New posts are counted up to this: the pill shows no more. */
const MAX_NEW_POSTS = 100

// The first element binds a cursor to its list.
const cursorSchema = (filter: Filter) => z.tuple([z.literal(filter), z.iso.datetime(), z.uuid()])

const listText = (rows: readonly PostText[]): string => `[${rows.map(({ post }) => post).join(',')}]`

/**
 * A page of the feed, newest first.
 * @throws Refusal BAD_CURSOR, also for a cursor of the other filter
 */
export const feedPage = async (
  db: Db,
  viewer: string,
  { filter, cursor }: { filter: Filter; cursor?: string | undefined },
): Promise<JsonText> => {
  let after = FEED_TOP
  if (cursor !== undefined) {
    const [, created_at, id] = readCursor(cursorSchema(filter), cursor)
    after = { created_at, id }
  }
  return pageOf(await (filter === 'all' ? selectFeed : selectFollowed)(db, viewer, after), [filter])
}

const pageOf = (rows: readonly PostText[], list: readonly string[]): JsonText => {
  const last = rows.at(-1)
  return jsonPage(
    rows.map(({ post }) => post),
    last?.more ? writeCursor([...list, last.created_at, last.id]) : null,
  )
}

const OfPerson = z.tuple([z.enum(['posts', 'pictures']), z.uuid(), z.iso.datetime(), z.uuid()])

/**
 * A page of a person's posts, or of their profile pictures, newest first. The caller must check that the viewer may see
 * the person.
 * @throws Refusal BAD_CURSOR, also for a cursor of another list
 */
export const personPosts = async (
  db: Db,
  viewer: string,
  of: { user_id: string; only: 'posts' | 'pictures' },
  cursor: string | undefined,
): Promise<JsonText> => {
  let after = FEED_TOP
  if (cursor !== undefined) {
    const [only, user_id, created_at, id] = readCursor(OfPerson, cursor)
    if (only !== of.only || user_id !== of.user_id) throw new Refusal('BAD_CURSOR')
    after = { created_at, id }
  }
  return pageOf(await selectOfPerson(db, viewer, of, after), [of.only, of.user_id])
}

// The time in a UUID of version 7, which is known even if the post is deleted.
const createdAtOf = (id: string): FeedCursor | undefined =>
  id[14] === '7'
    ? { id, created_at: new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString() }
    : undefined

/**
 * The number of posts newer than a post, which may be deleted by now.
 * @throws Refusal POST_NOT_FOUND when its time is unknown
 */
export const countNewPosts = async (
  db: Db,
  viewer: string,
  filter: Filter,
  since: string,
): Promise<number> => {
  const position = (await findFeedCursor(db, since)) ?? createdAtOf(since)
  if (!position) throw new Refusal('POST_NOT_FOUND')
  return (filter === 'all' ? countNewer : countFollowedNewer)(db, viewer, position, MAX_NEW_POSTS)
}

/** Those of these posts that the viewer may see, in their order, as the text of a JSON array; at most a page. */
export const postsText = async (db: Db, viewer: string, ids: readonly string[]): Promise<string> =>
  listText(await selectByIds(db, viewer, ids))

/**
 * One post as JSON text.
 * @throws Refusal POST_NOT_FOUND
 */
export const requirePostText = async (db: Db, viewer: string, id: string): Promise<string> => {
  const row = await selectPost(db, viewer, id)
  if (!row) throw new Refusal('POST_NOT_FOUND')
  return row.post
}

/**
 * The set that a post is shown with, including it, as JSON text.
 * @throws Refusal POST_NOT_FOUND
 */
export const relatedText = async (db: Db, viewer: string, id: string): Promise<string> => {
  const rows = await selectRelated(db, viewer, id)
  if (rows.length === 0) throw new Refusal('POST_NOT_FOUND')
  return `{"items":${listText(rows)}}`
}

/**
 * Checks that the viewer may like and comment on this item of a post.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND when the post has no such item
 */
export const requireItem = async (
  db: Db,
  viewer: string,
  { post_id, media_index }: { post_id: string; media_index: number },
): Promise<void> => {
  const found = await findItem(db, viewer, post_id, media_index)
  if (!found) throw new Refusal('POST_NOT_FOUND')
  if (!found.has_item) throw new Refusal('MEDIA_NOT_FOUND')
}

/**
 * Checks that the viewer may see a post.
 * @throws Refusal POST_NOT_FOUND
 */
export const requireShown = async (db: Db, viewer: string, post_id: string): Promise<void> => {
  if (!(await findItem(db, viewer, post_id, 0))) throw new Refusal('POST_NOT_FOUND')
}

import type { SpotStateChange } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { jsonPage, type JsonText, readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { countFollowedNewer, selectFollowed } from './followed-feed.queries.ts'
import { selectNewestChanges } from './feed-states.queries.ts'
import type { PostText } from './post-json.queries.ts'
import {
  countNewer,
  FEED_TOP,
  type FeedCursor,
  type Filter,
  findFeedCursor,
  selectFeed,
} from './feed.queries.ts'

/** New posts are counted up to this, because the pill shows no more. */
const MAX_NEW_POSTS = 100

// The first element binds a cursor to its list.
const cursorSchema = (filter: Filter) => z.tuple([z.literal(filter), z.iso.datetime(), z.uuid()])

/** Posts as the text of a JSON array. */
export const listText = (rows: readonly PostText[]): string => `[${rows.map(({ post }) => post).join(',')}]`

/**
 * A page of the feed, newest first.
 * @throws Refusal BAD_CURSOR, including for a cursor of the other filter
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
  const rows = await (filter === 'all' ? selectFeed : selectFollowed)(db, viewer, after)
  return buildPage(rows, [filter], changesWithin(rows))
}

// Changes in the time range of a page; the last page has all older ones.
const changesWithin = (rows: readonly PostText[]): string[] => {
  const last = rows.at(-1)
  return (rows[0]?.changes ?? [])
    .filter(({ changed_at }) => !last?.more || changed_at > last.created_at)
    .map((change) => JSON.stringify(change))
}

/** The latest status changes visible to a viewer. */
export const newestChanges = (db: Db, viewer: string): Promise<SpotStateChange[]> =>
  selectNewestChanges(db, viewer)

/** A page of posts whose cursor is bound to `list`. */
export const buildPage = (
  rows: readonly PostText[],
  list: readonly string[],
  changes?: readonly string[],
): JsonText => {
  const last = rows.at(-1)
  return jsonPage(
    rows.map(({ post }) => post),
    last?.more ? writeCursor([...list, last.created_at, last.id]) : null,
    changes && { changes },
  )
}

// The time in a UUID of version 7, which is known even if the post is deleted.
const parseCursor = (id: string): FeedCursor | undefined =>
  id[14] === '7'
    ? { id, created_at: new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString() }
    : undefined

/**
 * The number of posts newer than a post, which may be deleted by now.
 * @throws Refusal POST_NOT_FOUND if its time is unknown
 */
export const countNewPosts = async (
  db: Db,
  viewer: string,
  filter: Filter,
  since: string,
): Promise<number> => {
  const position = (await findFeedCursor(db, since)) ?? parseCursor(since)
  if (!position) throw new Refusal('POST_NOT_FOUND')
  return (filter === 'all' ? countNewer : countFollowedNewer)(db, viewer, position, MAX_NEW_POSTS)
}

import type { SpotStateChange } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import { jsonPage, type JsonText, readCursor, Refusal, writeCursor } from '../../../platform/http/index.ts'
import { countFollowedNewer, selectFollowed } from './followed-feed.queries.ts'
import { selectNewestChanges } from './feed-states.queries.ts'
import type { PostText } from '../post-json.queries.ts'
import {
  countNewer,
  FEED_TOP,
  type FeedCursor,
  type Filter,
  findFeedCursor,
  selectFeed,
} from './feed.queries.ts'

/** Maximum count of new posts. The "new posts" button doesn't show higher numbers. */
const MAX_NEW_POSTS = 100

// The first element ties a cursor to its feed.
function cursorSchema(filter: Filter) {
  return z.tuple([z.literal(filter), z.iso.datetime(), z.uuid()])
}

/** Joins posts into the text of a JSON array. */
export function listText(rows: readonly PostText[]): string {
  return `[${rows.map(({ post }) => post).join(',')}]`
}

/**
 * Returns a page of the feed, newest first.
 * @throws Refusal BAD_CURSOR, including for the other filter's cursor
 */
export async function feedPage(
  db: Db,
  viewer: string,
  { filter, cursor }: { filter: Filter; cursor?: string | undefined },
): Promise<JsonText> {
  let after = FEED_TOP
  if (cursor !== undefined) {
    const [, created_at, id] = readCursor(cursorSchema(filter), cursor)
    after = { created_at, id }
  }
  const rows = await (filter === 'all' ? selectFeed : selectFollowed)(db, viewer, after)
  return buildPage(rows, [filter], changesWithin(rows))
}

// Returns the condition changes within a page's time range. The last page includes all older ones.
function changesWithin(rows: readonly PostText[]): string[] {
  const last = rows.at(-1)
  return (rows[0]?.changes ?? [])
    .filter(({ changed_at }) => !last?.more || changed_at > last.created_at)
    .map((change) => JSON.stringify(change))
}

/** Returns the latest spot condition changes that a viewer can see. */
export function readNewestChanges(db: Db, viewer: string): Promise<SpotStateChange[]> {
  return selectNewestChanges(db, viewer)
}

/** Builds a page of posts with a cursor that is valid only for `list`. */
export function buildPage(
  rows: readonly PostText[],
  list: readonly string[],
  changes?: readonly string[],
): JsonText {
  const last = rows.at(-1)
  return jsonPage(
    rows.map(({ post }) => post),
    last?.more ? writeCursor([...list, last.created_at, last.id]) : null,
    changes && { changes },
  )
}

// Reads the time from a version 7 UUID, which also works for deleted posts.
function parseCursor(id: string): FeedCursor | undefined {
  return id[14] === '7'
    ? { id, created_at: new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString() }
    : undefined
}

/**
 * Counts the posts that are newer than a given post, which may have been deleted.
 * @throws Refusal POST_NOT_FOUND if its time is unknown
 */
export async function countNewPosts(db: Db, viewer: string, filter: Filter, since: string): Promise<number> {
  const position = (await findFeedCursor(db, since)) ?? parseCursor(since)
  if (!position) throw new Refusal('POST_NOT_FOUND')
  return (filter === 'all' ? countNewer : countFollowedNewer)(db, viewer, position, MAX_NEW_POSTS)
}

import { sql } from 'kysely'
import type { Db } from '../../../db/open.ts'
import { viewerId } from '../../blocks/index.ts'
import { isNotMuted } from '../../mutes/index.ts'
import { spotStateChanges } from './feed-states.queries.ts'
import { VIEWER } from '../visibility.queries.ts'
import { POST, type PostText, posts } from '../post-json.queries.ts'

/** Posts per feed page. */
export const FEED_PAGE = 20
/** Condition that post `p` comes after the feed position in `$2` and `$3`. */
export const before = sql`(p.created_at, p.id) < ($2::timestamptz, $3::uuid)`
/** Condition that the viewer `$1` doesn't mute post `p`'s author. */
export const notMuted = isNotMuted(VIEWER, sql`p.user_id`)
/** Sorts newest first and selects one more than fits on a page. */
export const newestFirst = sql`order by p.created_at desc, p.id desc limit ${sql.lit(FEED_PAGE + 1)}`

const feedOfAll = posts(
  'feed_of_all',
  FEED_PAGE,
  sql`select ${POST} from visible_posts(${VIEWER}) p where ${before} and ${notMuted} ${newestFirst}`,
  spotStateChanges,
)

/** Which authors a feed includes. */
export type Filter = 'all' | 'followed'
/** A keyset position in the feed: the last post on the previous page. */
export type FeedCursor = { created_at: string; id: string }

/** The position above the newest post. */
export const FEED_TOP: FeedCursor = { created_at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** Returns a page of everyone's posts after a cursor, newest first. `more` says whether there is a next page. */
export function selectFeed(db: Db, viewer: string, after: FeedCursor): Promise<PostText[]> {
  return feedOfAll(db, [viewer, after.created_at, after.id])
}

/** Returns a post's position in the feed, even if the post is hidden. */
export async function findFeedCursor(db: Db, id: string): Promise<FeedCursor | undefined> {
  return db.selectFrom('posts').select(['id', 'created_at']).where('id', '=', id).executeTakeFirst()
}

/** Counts everyone's posts that are newer than a position, up to `max`. */
export async function countNewer(
  db: Db,
  viewer: string,
  { created_at, id }: FeedCursor,
  max: number,
): Promise<number> {
  const me = viewerId(viewer)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from visible_posts(${me}) p
      where (p.created_at, p.id) > (${created_at}::timestamptz, ${id}::uuid) and ${isNotMuted(me, sql`p.user_id`)}
      limit ${max}
    ) newer`.execute(db)
  return rows[0]?.count ?? 0
}

import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { spotStateChanges } from './feed-states.queries.ts'
import { shown, shownTo } from './visibility.queries.ts'
import { type PostText, posts } from './post-json.queries.ts'

/** Posts on a page of the feed. */
export const FEED_PAGE = 20
/** A post `p` comes after the position `$2`, `$3`. */
export const before = sql`(p.created_at, p.id) < ($2::timestamptz, $3::uuid)`
/** One more than a page. */
export const newestFirst = sql`order by p.created_at desc, p.id desc limit ${sql.lit(FEED_PAGE + 1)}`

const feedOfAll = posts(
  'feed_of_all',
  FEED_PAGE,
  sql`select p.* from posts p where ${before} and ${shown} ${newestFirst}`,
  spotStateChanges,
)

/** Whose posts a feed shows. */
export type Filter = 'all' | 'followed'
/** A position in the feed: the last post of the page before. */
export type FeedCursor = { created_at: string; id: string }

/** The position before the newest post. */
export const FEED_TOP: FeedCursor = { created_at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** A page of everyone's posts after a position, newest first. Each row's `more` says whether another page follows. */
export const selectFeed = (db: Db, viewer: string, after: FeedCursor): Promise<PostText[]> =>
  feedOfAll(db, [viewer, after.created_at, after.id])

/** The position of a post in the feed, including a hidden one. */
export const findFeedCursor = async (db: Db, id: string): Promise<FeedCursor | undefined> =>
  db.selectFrom('posts').select(['id', 'created_at']).where('id', '=', id).executeTakeFirst()

/** The number of everyone's posts newer than a position, counted up to `max`. */
export const countNewer = async (
  db: Db,
  viewer: string,
  { created_at, id }: FeedCursor,
  max: number,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from posts p
      where (p.created_at, p.id) > (${created_at}::timestamptz, ${id}::uuid) and ${shownTo(viewerId(viewer))}
      limit ${max}
    ) newer`.execute(db)
  return rows[0]?.count ?? 0
}

import { sql } from 'kysely'
import type { Db } from '../../../db/open.ts'
import { viewerId } from '../../blocks/index.ts'
import { isNotMuted } from '../../mutes/index.ts'
import { POST, type PostText, posts } from '../post-json.queries.ts'
import { before, FEED_PAGE, type FeedCursor, notMuted, newestFirst } from './feed.queries.ts'
import { VIEWER } from '../visibility.queries.ts'

// Merges the newest posts by everyone the viewer follows. Reads up to one page of each person's posts, in order.
const merged = posts(
  'feed_of_followed',
  FEED_PAGE,
  sql`select p.* from follows f cross join lateral (
      select ${POST} from visible_posts(${VIEWER}) p where p.user_id = f.following_id and ${before} and ${notMuted} ${newestFirst}
    ) p
    where f.follower_id = $1 ${newestFirst}`,
)

// Selects posts in the viewer's timeline, plus queued posts that are about to be added to it.
const ofTimeline = posts(
  'feed_of_timeline',
  FEED_PAGE,
  sql`select p.* from (
    (select ${POST} from timeline t join visible_posts(${VIEWER}) p on p.id = t.post_id
      where t.user_id = $1 and (t.created_at, t.post_id) < ($2::timestamptz, $3::uuid) and ${notMuted}
      order by t.created_at desc, t.post_id desc limit ${sql.lit(FEED_PAGE + 1)})
    union
    (select ${POST} from timeline_queue q join follows f on f.follower_id = $1 and f.following_id = q.author_id
      join timelines l on l.user_id = $1 join visible_posts(${VIEWER}) p on p.id = q.post_id
      where ${before} and ${notMuted} and (q.created_at, q.post_id) > (l.floor_at, l.floor_id) ${newestFirst})
  ) p ${newestFirst}`,
)

/** Whether the timeline reaches back to a position, and whether it's complete because it has no floor. */
type State = { reaches: boolean; whole: boolean }

async function findState(db: Db, viewer: string, { created_at, id }: FeedCursor): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select (${created_at}::timestamptz, ${id}::uuid) > (floor_at, floor_id) as reaches, floor_at = '-infinity' as whole
    from timelines where user_id = ${viewer}`.execute(db)
  return rows[0]
}

/**
 * Returns a page of posts by followed people after a cursor, newest first. Reads the viewer's timeline down to its
 * floor, and merges posts from each person below that. Both methods return the same posts.
 */
export async function selectFollowed(db: Db, viewer: string, after: FeedCursor): Promise<PostText[]> {
  const values = [viewer, after.created_at, after.id]
  if ((await findState(db, viewer, after))?.reaches) {
    const rows = await ofTimeline(db, values)
    if (rows.at(0)?.more || (await findState(db, viewer, after))?.whole) return rows
  }
  return merged(db, values)
}

/** Counts posts by followed people that are newer than a position, up to `max`. */
export async function countFollowedNewer(
  db: Db,
  viewer: string,
  position: FeedCursor,
  max: number,
): Promise<number> {
  const me = viewerId(viewer)
  const newer = sql`(p.created_at, p.id) > (${position.created_at}::timestamptz, ${position.id}::uuid)
    and ${isNotMuted(me, sql`p.user_id`)}`
  const state = await findState(db, viewer, position)
  const found = state?.reaches
    ? sql`
      (select p.id from timeline t join visible_posts(${me}) p on p.id = t.post_id
        where t.user_id = ${me} and (t.created_at, t.post_id) > (${position.created_at}::timestamptz, ${position.id}::uuid)
          and ${newer} limit ${max})
      union
      (select p.id from timeline_queue q join follows f on f.follower_id = ${me} and f.following_id = q.author_id
        join visible_posts(${me}) p on p.id = q.post_id where ${newer} limit ${max})`
    : sql`select newest.id from follows f cross join lateral (
        select p.id from visible_posts(${me}) p where p.user_id = f.following_id and ${newer} limit ${max}
      ) newest where f.follower_id = ${me} limit ${max}`
  const { rows } = await sql<{ count: number }>`
    select least(count(*), ${max})::int as count from (${found}) newer`.execute(db)
  return rows[0]?.count ?? 0
}

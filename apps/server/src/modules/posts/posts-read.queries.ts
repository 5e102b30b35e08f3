import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { blockedOf, notBlocked, type ViewerInSql, viewerId } from '../blocks/index.ts'
import { mediaJson } from '../media/index.ts'
import { mentionsJson } from '../mentions/index.ts'
import { personJson } from '../profiles/index.ts'
import { hiddenCounts } from './hidden-counts.queries.ts'

/**
 * The queued deltas of an item's counts (a row of post_media named `item`) as `waiting.likes` and `waiting.comments`. Of
 * more than 20 queued changes of one item only 20 are added, which bounds the cost of a response; the event of the next
 * rollup corrects the number.
 */
export const waitingCounts = (item: string): RawBuilder<unknown> => sql`
  left join lateral (
    select coalesce(sum(line.delta) filter (where line.counter = 'like'), 0) as likes,
      coalesce(sum(line.delta) filter (where line.counter = 'comment'), 0) as comments
    from (
      select counter, delta from counter_delta
      where post_id = ${sql.ref(`${item}.post_id`)} and media_index = ${sql.ref(`${item}.media_index`)}
      order by id desc limit 20
    ) line
  ) waiting on true`

const VIEWER = sql`$1::uuid`
// The people across a block from the viewer, read once per statement.
const ACROSS = sql`(select ids from across)::uuid[]`

const HIDDEN = hiddenCounts(ACROSS, sql`array(select id from page)`)

const itemCounts = sql`'likes_count', item.likes, 'comments_count', item.comments, 'liked', item.liked`

/** The contract's Post as JSON text, with the post joined as `p` and its author as `who`; the viewer is `$1`. */
const postText = sql`json_build_object(
  'id', p.id, 'kind', p.kind, 'user_id', p.user_id, 'user', ${personJson('who')}, 'spot_id', p.spot_id,
  'spot', case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'city', s.city, 'state', s.state,
    'spot_type', s.spot_type, 'status', s.status, 'created_by', case when ${notBlocked(VIEWER, 's.created_by', ACROSS)} then s.created_by end) end,
  'title', p.title, 'content', p.content, 'mentions', ${mentionsJson('post_id', 'p.id', VIEWER)}, 'media', items.media,
  'photo_link', case when p.photo_url is not null then json_build_object('url', p.photo_url,
    'host', substring(p.photo_url from '^https?://([^/]+)/')) end, 'words', items.words,
  'comments_count', items.comments, 'saved', exists (select from saved_posts saved
    where saved.post_id = p.id and saved.user_id = $1), 'version', p.version,
  'created_at', ${moment('p.created_at')}, 'updated_at', ${moment('p.updated_at')})::text`

const JOINS = sql`
  join profiles who on who.user_id = p.user_id
  left join spots s on s.id = p.spot_id
  cross join lateral (
    select
      coalesce(json_agg(json_build_object('media_index', item.media_index, 'media', ${mediaJson('m')}, ${itemCounts},
        'is_cover', coalesce(item.media_id = s.cover_media_id, false))
        order by item.media_index) filter (where m.status in ('processing', 'ready')), '[]') as media,
      json_agg(json_build_object(${itemCounts})) filter (where item.media_id is null) -> 0 as words,
      sum(item.comments) as comments
    from (
      select pm.media_index, pm.media_id, pm.like_count + waiting.likes - ${HIDDEN.likes('pm')} as likes,
        pm.comment_count + waiting.comments - ${HIDDEN.comments('pm')} as comments,
        exists (select from likes l
          where l.post_id = pm.post_id and l.media_index = pm.media_index and l.user_id = $1) as liked
      from post_media pm ${waitingCounts('pm')}
      where pm.post_id = p.id
      offset 0
    ) item
    left join media m on m.id = item.media_id
  ) items`

/**
 * A post of a page: `post` is the contract's Post as JSON text, `id` and `created_at` are its position, `more` whether
 * another page follows.
 */
export type PostText = { post: string; id: string; created_at: string; more: boolean }

/**
 * A prepared statement that returns the rows of `which` (posts `p` in order, up to `max` + 1; the viewer is `$1`) as the
 * contract's Post.
 */
export const posts = (name: string, max: number, which: RawBuilder<unknown>) =>
  preparedStatement<PostText>(
    name,
    () => sql<PostText>`
      with across as materialized (select ${blockedOf(VIEWER)} as ids), page as materialized (
        select found.*, row_number() over () as ordinal from (${which}) found
      ), ${HIDDEN.parts}
      select ${postText} as post, p.id, ${moment('p.created_at')} as created_at,
        (select count(*) from page) > ${sql.lit(max)} as more
      from page p ${JOINS}
      where p.ordinal <= ${sql.lit(max)}
      order by p.ordinal`,
  )

/** Posts on a page of the feed. */
export const FEED_PAGE = 20
/** Posts of one person at one spot within ten minutes; nobody makes more by hand. */
const MAX_RELATED = 50

/** The viewer may see a post joined as `p`. */
export const shownTo = (viewer: ViewerInSql): RawBuilder<boolean> =>
  sql<boolean>`p.hidden_at is null and ${notBlocked(viewer, 'p.user_id')}`
/** The same for the viewer `$1` of a prepared statement. */
export const shown = shownTo(VIEWER)
/** A post `p` comes after the position `$2`, `$3`. */
export const before = sql`(p.created_at, p.id) < ($2::timestamptz, $3::uuid)`
/** One post more than a page. */
export const newestFirst = sql`order by p.created_at desc, p.id desc limit ${sql.lit(FEED_PAGE + 1)}`

const feedOfAll = posts(
  'feed_of_all',
  FEED_PAGE,
  sql`select p.* from posts p where ${before} and ${shown} ${newestFirst}`,
)

const postById = posts('post_by_id', 1, sql`select p.* from posts p where p.id = $2::uuid and ${shown}`)

const relatedTo = posts(
  'posts_related',
  MAX_RELATED,
  sql`select p.* from posts it join posts p on p.user_id = it.user_id
      and p.created_at between it.created_at - interval '5 minutes' and it.created_at + interval '5 minutes'
      and (p.id = it.id or p.spot_id = it.spot_id and ${shown}
        and exists (select from post_media pm join media m on m.id = pm.media_id
          where pm.post_id = p.id and m.status in ('processing', 'ready')))
    where it.id = $2::uuid and it.hidden_at is null and ${notBlocked(VIEWER, 'it.user_id')}
    order by p.created_at, p.id limit ${sql.lit(MAX_RELATED)}`,
)

const byIds = posts(
  'posts_by_ids',
  FEED_PAGE,
  sql`select p.* from unnest($2::uuid[]) with ordinality wanted (id, ordinal) join posts p on p.id = wanted.id and ${shown}
    order by wanted.ordinal`,
)

/** Those of these posts that the viewer may see, in their order; at most a page. */
export const selectByIds = (db: Db, viewer: string, ids: readonly string[]): Promise<PostText[]> =>
  byIds(db, [viewer, ids])

/** Whose posts a feed shows. */
export type Filter = 'all' | 'followed'
/** A position in the feed: the last post of the page before. */
export type FeedCursor = { created_at: string; id: string }

/** The position before the newest post. */
export const FEED_TOP: FeedCursor = { created_at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** A page of everybody's posts after a position, newest first; `more` is whether another page follows. */
export const selectFeed = (db: Db, viewer: string, after: FeedCursor): Promise<PostText[]> =>
  feedOfAll(db, [viewer, after.created_at, after.id])

/** One post, if the viewer may see it. */
export const selectPost = async (db: Db, viewer: string, id: string): Promise<PostText | undefined> => {
  const [row] = await postById(db, [viewer, id])
  return row
}

/** A post and the posts of its set, oldest first; empty when there is no such post. */
export const selectRelated = (db: Db, viewer: string, id: string): Promise<PostText[]> =>
  relatedTo(db, [viewer, id])

/** The time of a post, also of a hidden one. */
export const findFeedCursor = async (db: Db, id: string): Promise<FeedCursor | undefined> =>
  db.selectFrom('posts').select(['id', 'created_at']).where('id', '=', id).executeTakeFirst()

/** The number of everybody's posts newer than a position, counted up to `max`. */
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

/** Whether the viewer may see a post, and whether it has that item. */
export const findItem = async (
  db: Db,
  viewer: string,
  post_id: string,
  media_index: number,
): Promise<{ has_item: boolean } | undefined> => {
  const { rows } = await sql<{ has_item: boolean }>`
    select exists (select from post_media pm
      where pm.post_id = p.id and pm.media_index = ${media_index}::int) as has_item
    from posts p where p.id = ${post_id} and ${shownTo(viewerId(viewer))}`.execute(db)
  return rows[0]
}

const ofPerson = posts(
  'posts_of_person',
  FEED_PAGE,
  sql`select p.* from posts p where p.user_id = $4::uuid and ${before} and ${shown} ${newestFirst}`,
)

const picturesOf = posts(
  'pictures_of_person',
  FEED_PAGE,
  sql`select p.* from posts p
    where p.user_id = $4::uuid and p.kind = 'profile_picture' and ${before} and ${shown} ${newestFirst}`,
)

/** A page of one person's posts, or of their profile pictures alone, after a position, newest first. */
export const selectOfPerson = (
  db: Db,
  viewer: string,
  { user_id, only }: { user_id: string; only: 'posts' | 'pictures' },
  after: FeedCursor,
): Promise<PostText[]> =>
  (only === 'posts' ? ofPerson : picturesOf)(db, [viewer, after.created_at, after.id, user_id])

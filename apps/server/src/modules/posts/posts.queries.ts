import type { PostKind } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { VIEWER } from './visibility.queries.ts'
import { FEED_PAGE } from './feed/feed.queries.ts'
import { POST, type PostText, posts } from './post-json.queries.ts'

/** A post's columns, as inserted. */
export type PostRow = {
  id: string
  user_id: string
  spot_id: string | null
  kind: PostKind
  title: string
  content: string | null
  /** The crew that the post is shared with. */
  crew_id?: string | null
  /** The URL of a photo on another site, if any. */
  photo_url?: string | null
  /** ISO 8601 time, or the current time if absent. */
  created_at?: string
}

/** Inserts a post. */
export async function insertPost(tx: Tx, post: PostRow): Promise<void> {
  const forCrew = post.crew_id ? { audience: 'crew' as const, is_counted: false } : {}
  await tx
    .insertInto('posts')
    .values({ ...post, ...forCrew })
    .execute()
}

/** Adds items to a post at these indexes. Existing items stay. */
export async function insertItems(
  tx: Tx,
  post_id: string,
  items: readonly { media_index: number; media_id: string | null }[],
): Promise<void> {
  await tx
    .insertInto('post_media')
    .values(items.map((item) => ({ post_id, ...item })))
    .onConflict((clash) => clash.columns(['post_id', 'media_index']).doNothing())
    .execute()
}

const postById = posts(
  'post_by_id',
  1,
  sql`select ${POST} from visible_posts(${VIEWER}) p where p.id = $2::uuid`,
)

const byIds = posts(
  'posts_by_ids',
  FEED_PAGE,
  sql`select ${POST} from unnest($2::uuid[]) with ordinality wanted (id, ordinal) join visible_posts(${VIEWER}) p on p.id = wanted.id
    order by wanted.ordinal`,
)

/** Returns up to a page of these posts in the given order, without posts the viewer can't see. */
export function selectByIds(db: Db, viewer: string, ids: readonly string[]): Promise<PostText[]> {
  return byIds(db, [viewer, ids])
}

/** Returns one post if the viewer can see it. */
export async function selectPost(db: Db, viewer: string, id: string): Promise<PostText | undefined> {
  const [row] = await postById(db, [viewer, id])
  return row
}

/** Checks whether the viewer can see a post, and whether it has this item. */
export async function findItem(
  db: Db,
  viewer: string,
  post_id: string,
  media_index: number,
): Promise<{ has_item: boolean } | undefined> {
  const { rows } = await sql<{ has_item: boolean }>`
    select exists (select from post_media pm
      where pm.post_id = p.id and pm.media_index = ${media_index}::int) as has_item
    from visible_posts(${viewerId(viewer)}) p where p.id = ${post_id}`.execute(db)
  return rows[0]
}

import type { Person } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { selectBlockedIds, viewerId } from '../blocks/index.ts'
import { waitingCounts } from '../posts/index.ts'
import { personJson } from '../profiles/index.ts'

/** An item in a post. */
export type Item = { post_id: string; media_index: number }

const VIEWER = sql`$3::uuid`

// Selects the item if the viewer can see its post, with its like count before this statement's change.
const item = sql`
  select pm.post_id, pm.media_index,
    pm.like_count + waiting.likes - hidden.likes as likes
  from (select ${selectBlockedIds(VIEWER)} as ids offset 0) across
  cross join post_media pm join visible_posts(${VIEWER}) p on p.id = pm.post_id
  ${waitingCounts('pm')}
  cross join lateral likes_by(across.ids, pm.post_id, pm.media_index, pm.like_count) hidden
  where pm.post_id = $1::uuid and pm.media_index = $2::int`

const addLike = preparedStatement<{ likes_count: number }>(
  'like_add',
  () => sql`
    with item as (${item}), inserted as (
      insert into likes (id, post_id, media_index, user_id) select $4::uuid, post_id, media_index, $3::uuid from item
      on conflict do nothing returning 1
    )
    select likes + (select count(*) from inserted) as likes_count from item`,
)

const removeLike = preparedStatement<{ likes_count: number }>(
  'like_remove',
  () => sql`
    with item as (${item}), deleted as (
      delete from likes using item
      where likes.post_id = item.post_id and likes.media_index = item.media_index and likes.user_id = $3::uuid
      returning 1
    )
    select likes - (select count(*) from deleted) as likes_count from item`,
)

/** Likes an item; idempotent. Returns its like count; undefined if the viewer can't see it. */
export async function insertLike(
  db: Db,
  { post_id, media_index }: Item,
  user_id: string,
  id: string,
): Promise<number | undefined> {
  const [row] = await addLike(db, [post_id, media_index, user_id, id])
  return row?.likes_count
}

/** Removes a like; idempotent. Returns the item's like count; undefined if the viewer can't see it. */
export async function deleteLike(
  db: Db,
  { post_id, media_index }: Item,
  user_id: string,
): Promise<number | undefined> {
  const [row] = await removeLike(db, [post_id, media_index, user_id])
  return row?.likes_count
}

/** An imported like, which may have been created in the past. */
export type ImportedLike = Item & { id: string; user_id: string; created_at?: string }

/** Inserts likes if their items and people exist. Returns the ids of the new ones. */
export async function insertLikes(tx: Tx, likes: readonly ImportedLike[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into likes (id, post_id, media_index, user_id, created_at)
    select l.id, l.post_id, l.media_index, l.user_id, coalesce(l.created_at, now())
    from jsonb_to_recordset(${JSON.stringify(likes)}::jsonb) as l
      (id uuid, post_id uuid, media_index smallint, user_id uuid, created_at timestamptz)
    where exists (select from post_media pm where pm.post_id = l.post_id and pm.media_index = l.media_index)
      and exists (select from users u where u.id = l.user_id)
    on conflict do nothing
    returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** A like and the person who gave it. */
export type LikeRow = {
  id: string
  user_id: string
  media_index: number
  created_at: string
  user: Person
  following: boolean
}
/** A cursor in a list of likes: the last like on a page. */
export type LikeCursor = { created_at: string; id: string }

/** Returns likes on an item by people the viewer can see, after a cursor, newest first. */
export async function selectLikes(
  db: Db,
  viewer: string,
  { post_id, media_index }: Item,
  { after, limit }: { after: LikeCursor | null; limit: number },
): Promise<LikeRow[]> {
  const earlier = after
    ? sql`and (l.created_at, l.id) < (${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  // `uuid_send(a) = uuid_send(b)` means `a = b`. Only this list uses the index on the expression (likes_list_idx in
  // likes.sql), so the planner doesn't choose it to look up a single like.
  const { rows } = await sql<LikeRow>`
    select l.id, l.user_id, l.media_index, ${moment('l.created_at')} as created_at, ${personJson('who')} as user,
      exists (select from follows f where f.follower_id = ${viewer} and f.following_id = l.user_id) as following
    from likes l join visible_people(${viewerId(viewer)}) who on who.user_id = l.user_id
    where uuid_send(l.post_id) = uuid_send(${post_id}::uuid) and l.media_index = ${media_index}::int ${earlier}
    order by l.created_at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}

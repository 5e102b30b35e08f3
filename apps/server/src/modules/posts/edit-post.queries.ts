import type { PostAudience } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { isForEverybody, mayKnowPost } from '../audiences/index.ts'
import type { PostRow } from './posts.queries.ts'

/** The columns of a post that an edit needs. */
export type LockedPost = Pick<PostRow, 'id' | 'user_id' | 'spot_id' | 'kind' | 'title' | 'content'> & {
  version: number
  audience: PostAudience
  crew_id: string | null
}
const LOCKED = [
  'id',
  'user_id',
  'spot_id',
  'kind',
  'title',
  'content',
  'version',
  'audience',
  'crew_id',
] as const

/** The spot of a visible post; null if it has none, undefined if there is no such post. */
export const findSpotOf = async (db: Db, id: string): Promise<string | null | undefined> => {
  const row = await db
    .selectFrom('posts')
    .select('spot_id')
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row?.spot_id
}

/** The spot of a post, also of a hidden one; undefined if there is no such post. */
export const findAnySpotOf = async (db: Db, id: string): Promise<string | null | undefined> => {
  const row = await db.selectFrom('posts').select('spot_id').where('id', '=', id).executeTakeFirst()
  return row?.spot_id
}

/** Locks a spot until the end of the transaction; returns the time of its deletion, if any. */
export const lockAnySpot = async (tx: Tx, spot_id: string): Promise<string | null> => {
  const row = await tx
    .selectFrom('spots')
    .select('deleted_at')
    .where('id', '=', spot_id)
    .forShare()
    .executeTakeFirst()
  return row?.deleted_at ?? null
}

/** Locks a visible post until the end of the transaction. */
export const lockPost = (tx: Tx, id: string): Promise<LockedPost | undefined> =>
  tx
    .selectFrom('posts')
    .select(LOCKED)
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Locks a post, also a hidden one, until the end of the transaction. */
export const lockAnyPost = (tx: Tx, id: string): Promise<LockedPost | undefined> =>
  tx.selectFrom('posts').select(LOCKED).where('id', '=', id).forUpdate().executeTakeFirst()

/** Prevents the deletion of a spot until the end of the transaction; false if it is deleted already. */
export const lockVisibleSpot = async (tx: Tx, spot_id: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('spots')
    .select('id')
    .where('id', '=', spot_id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Updates the texts of a post and raises its version. */
export const updatePost = async (
  tx: Tx,
  id: string,
  text: { title: string; content: string | null },
): Promise<void> => {
  await tx
    .updateTable('posts')
    .set((eb) => ({ ...text, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Gives the posts that made these spots the time of now: they enter the feeds when their spot opens. */
export const renewSpotPosts = async (tx: Tx, spot_ids: readonly string[]): Promise<void> => {
  if (spot_ids.length === 0) return
  await tx
    .updateTable('posts')
    .set({ created_at: sql<string>`now()` })
    .where('spot_id', 'in', spot_ids)
    .where('kind', '=', 'spot')
    .execute()
}

/** Changes who may know of a locked post; it counts while it is for everybody. */
export const updateAudience = async (
  tx: Tx,
  id: string,
  { audience, crew_id }: { audience: PostAudience; crew_id: string | null },
): Promise<void> => {
  await tx
    .updateTable('posts')
    .set((eb) => ({
      audience,
      crew_id,
      is_counted: audience === 'everybody',
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** Who has a notification of a post, other than its author. */
export const selectNotifiedOf = async (tx: Tx, id: string): Promise<string[]> => {
  const { rows } = await sql<{ user_id: string }>`
    select distinct n.user_id from notifications n join posts p on p.id = n.post_id
    where n.post_id = ${id} and n.user_id <> p.user_id and n.read_at is null and not ${mayKnowPost(sql.ref('n.user_id'), 'p')}
    order by n.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Whom a post is for: its author, and their crew or people whom they follow back; null for everybody who may know of its spot. */
export const selectReaders = async (tx: Tx, id: string): Promise<string[] | null> => {
  const { rows } = await sql<{ user_id: string }>`
    select p.user_id from posts p where p.id = ${id} and not ${isForEverybody('p')}
    union select m.user_id from posts p join crew_members m on m.crew_id = p.crew_id
      where p.id = ${id} and ${mayKnowPost(sql.ref('m.user_id'), 'p')}
    union select f.follower_id from posts p join follows f on f.following_id = p.user_id
      where p.id = ${id} and p.audience = 'mutuals' and ${mayKnowPost(sql.ref('f.follower_id'), 'p')}`.execute(
    tx,
  )
  return rows.length === 0 ? null : rows.map(({ user_id }) => user_id)
}

/** Media ids of these posts. */
export const selectMediaOf = async (tx: Tx, postIds: readonly string[]): Promise<string[]> => {
  if (postIds.length === 0) return []
  const rows = await tx.selectFrom('post_media').select('media_id').where('post_id', 'in', postIds).execute()
  return rows.flatMap(({ media_id }) => media_id ?? [])
}

/** Deletes one item of a post; the others stay at their index. */
export const deleteItem = async (tx: Tx, post_id: string, media_index: number): Promise<void> => {
  await tx
    .deleteFrom('post_media')
    .where('post_id', '=', post_id)
    .where('media_index', '=', media_index)
    .execute()
}

/** A photo or video of a post, and whether it is the cover of a spot. */
export type PostItem = { media_index: number; media_id: string; is_cover: boolean }

/** The visible photos and videos of a post, in order. */
export const selectItems = async (tx: Tx, post_id: string): Promise<PostItem[]> => {
  const { rows } = await sql<PostItem>`
    select pm.media_index, pm.media_id,
      exists (select from spots s where s.cover_media_id = pm.media_id and s.deleted_at is null) as is_cover
    from post_media pm join media m on m.id = pm.media_id
    where pm.post_id = ${post_id} and m.status <> 'failed' order by pm.media_index`.execute(tx)
  return rows
}

/** The index of the first item a post still has. */
export const findFirstItem = async (tx: Tx, post_id: string): Promise<number> => {
  const row = await tx
    .selectFrom('post_media')
    .select((eb) => eb.fn.min('media_index').as('first'))
    .where('post_id', '=', post_id)
    .executeTakeFirst()
  return row?.first ?? 0
}

/** Deletes posts with their likes, comments and everything else that refers to them. */
export const deletePosts = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await tx.deleteFrom('posts').where('id', 'in', ids).execute()
}

/** Locks up to `limit` of a spot's posts until the end of the transaction. */
export const lockPostsOf = async (tx: Tx, spot_id: string, limit: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('posts')
    .select('id')
    .where('spot_id', '=', spot_id)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Hides one post from everybody. */
export const markHidden = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable('posts').set({ hidden_at: sql<string>`now()` }).where('id', '=', id).execute()
}

/** The use of an item outside its post: as the cover of the post's spot, or as the author's profile picture. */
export type UsedAs = 'cover' | 'profile_picture'

/** Stores the use (cover or profile picture) of a hidden post's item, to restore it later. */
export const storeFormerUse = async (tx: Tx, media_id: string, used_as: UsedAs): Promise<void> => {
  await tx.updateTable('post_media').set({ used_as }).where('media_id', '=', media_id).execute()
}

/** Returns and clears the stored uses of a post's items from before it was hidden. */
export const takeFormerUses = async (
  tx: Tx,
  post_id: string,
): Promise<{ media_id: string; used_as: UsedAs }[]> => {
  const { rows } = await sql<{ media_id: string; used_as: UsedAs }>`
    with used as (
      select media_id, used_as from post_media where post_id = ${post_id} and used_as is not null for update
    )
    update post_media pm set used_as = null from used where pm.media_id = used.media_id
    returning pm.media_id, used.used_as`.execute(tx)
  return rows
}

/** Changes `hidden_at` of a hidden post, or shows it (null); returns the post, undefined if it was not hidden. */
export const setHidden = async (
  tx: Tx,
  id: string,
  hidden_at: string | null,
): Promise<Pick<LockedPost, 'spot_id' | 'user_id' | 'kind'> | undefined> =>
  tx
    .updateTable('posts')
    .set({ hidden_at })
    .where('id', '=', id)
    .where('hidden_at', 'is not', null)
    .returning(['spot_id', 'user_id', 'kind'])
    .executeTakeFirst()

/** Hides the posts of a spot from everybody; returns their authors. */
export const hidePostsOf = async (tx: Tx, spot_id: string, hidden_at: string): Promise<string[]> => {
  const rows = await tx
    .updateTable('posts')
    .set({ hidden_at })
    .where('spot_id', '=', spot_id)
    .where('hidden_at', 'is', null)
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Shows the posts that were hidden at this moment. */
export const showPostsOf = async (tx: Tx, spot_id: string, hidden_at: string): Promise<void> => {
  await tx
    .updateTable('posts')
    .set({ hidden_at: null })
    .where('spot_id', '=', spot_id)
    .where('hidden_at', '=', hidden_at)
    .execute()
}

/** Renames the post that made a spot together with the spot, unless its author gave it another title. */
export const renameSpotPost = async (
  tx: Tx,
  spot_id: string,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  await tx
    .updateTable('posts')
    .set((eb) => ({ title: to, version: eb('version', '+', 1) }))
    .where('spot_id', '=', spot_id)
    .where('kind', '=', 'spot')
    .where('title', '=', from)
    .execute()
}

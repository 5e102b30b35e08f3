import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import type { PostRow } from './posts.queries.ts'

/** A post as whoever changes it needs it. */
export type LockedPost = Pick<PostRow, 'id' | 'user_id' | 'spot_id' | 'kind' | 'title' | 'content'> & {
  version: number
}

/** The spot of a post that can be seen; null when it has none, undefined when there is no such post. */
export const findSpotOf = async (db: Db, id: string): Promise<string | null | undefined> => {
  const row = await db
    .selectFrom('posts')
    .select('spot_id')
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row?.spot_id
}

/** The spot of a post, also of a hidden one; undefined when there is none. */
export const findAnySpotOf = async (db: Db, id: string): Promise<string | null | undefined> => {
  const row = await db.selectFrom('posts').select('spot_id').where('id', '=', id).executeTakeFirst()
  return row?.spot_id
}

/** Locks a spot until the end of the transaction; returns since when it is deleted. */
export const lockAnySpot = async (tx: Tx, spot_id: string): Promise<string | null> => {
  const row = await tx
    .selectFrom('spots')
    .select('deleted_at')
    .where('id', '=', spot_id)
    .forShare()
    .executeTakeFirst()
  return row?.deleted_at ?? null
}

/** A post that can be seen, locked until the end of the transaction. */
export const lockPost = (tx: Tx, id: string): Promise<LockedPost | undefined> =>
  tx
    .selectFrom('posts')
    .select(['id', 'user_id', 'spot_id', 'kind', 'title', 'content', 'version'])
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** A post, also a hidden one, locked until the end of the transaction. */
export const lockAnyPost = (tx: Tx, id: string): Promise<LockedPost | undefined> =>
  tx
    .selectFrom('posts')
    .select(['id', 'user_id', 'spot_id', 'kind', 'title', 'content', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Keeps a spot from being deleted until the end of the transaction; false when there is none to be seen. */
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

/** Writes new words of a post. */
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

/** Ids of the media of these posts. */
export const selectMediaOf = async (tx: Tx, postIds: readonly string[]): Promise<string[]> => {
  if (postIds.length === 0) return []
  const rows = await tx.selectFrom('post_media').select('media_id').where('post_id', 'in', postIds).execute()
  return rows.flatMap(({ media_id }) => media_id ?? [])
}

/** Takes one item out of a post; the places of the others stay. */
export const deleteItem = async (tx: Tx, post_id: string, media_index: number): Promise<void> => {
  await tx
    .deleteFrom('post_media')
    .where('post_id', '=', post_id)
    .where('media_index', '=', media_index)
    .execute()
}

/** A photo or video of a post, and whether it is the cover of a spot. */
export type PostItem = { media_index: number; media_id: string; is_cover: boolean }

/** The photos and videos of a post that people see, in their order. */
export const selectItems = async (tx: Tx, post_id: string): Promise<PostItem[]> => {
  const { rows } = await sql<PostItem>`
    select pm.media_index, pm.media_id,
      exists (select from spots s where s.cover_media_id = pm.media_id and s.deleted_at is null) as is_cover
    from post_media pm join media m on m.id = pm.media_id
    where pm.post_id = ${post_id} and m.status <> 'failed' order by pm.media_index`.execute(tx)
  return rows
}

/** The place of the first item a post still has. */
export const findFirstItem = async (tx: Tx, post_id: string): Promise<number> => {
  const row = await tx
    .selectFrom('post_media')
    .select((eb) => eb.fn.min('media_index').as('first'))
    .where('post_id', '=', post_id)
    .executeTakeFirst()
  return row?.first ?? 0
}

/** Deletes posts with everything people did to them. */
export const deletePosts = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await tx.deleteFrom('posts').where('id', 'in', ids).execute()
}

/** At most so many of a spot's posts, locked until the end of the transaction. */
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

/** What an item of a post is elsewhere: the cover of the post's spot, or the picture of its author. */
export type UsedAs = 'cover' | 'profile_picture'

/** Remembers what an item of a post was until the post was hidden. */
export const rememberUse = async (tx: Tx, media_id: string, used_as: UsedAs): Promise<void> => {
  await tx.updateTable('post_media').set({ used_as }).where('media_id', '=', media_id).execute()
}

/** What the items of a post were until it was hidden; asked once. */
export const takeUses = async (tx: Tx, post_id: string): Promise<{ media_id: string; used_as: UsedAs }[]> => {
  const { rows } = await sql<{ media_id: string; used_as: UsedAs }>`
    with used as (
      select media_id, used_as from post_media where post_id = ${post_id} and used_as is not null for update
    )
    update post_media pm set used_as = null from used where pm.media_id = used.media_id
    returning pm.media_id, used.used_as`.execute(tx)
  return rows
}

/** Changes since when a hidden post is hidden, or shows it; returns its spot, undefined when it was not hidden. */
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

/** Shows the posts again that were hidden at this moment. */
export const showPostsOf = async (tx: Tx, spot_id: string, hidden_at: string): Promise<void> => {
  await tx
    .updateTable('posts')
    .set({ hidden_at: null })
    .where('spot_id', '=', spot_id)
    .where('hidden_at', '=', hidden_at)
    .execute()
}

/** The post a spot was shared with follows its new name, unless its author gave it a title of their own. */
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

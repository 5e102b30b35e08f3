import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import type { LockedPost } from '../lock-posts.queries.ts'

/** Hides a post from everyone. */
export async function markHidden(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('posts').set({ hidden_at: sql<string>`now()` }).where('id', '=', id).execute()
}

/** How an item is used outside its post: as the cover of the post's spot, or as the author's profile picture. */
export type UsedAs = 'cover' | 'profile_picture'

/** Stores how a hidden post's item was used (cover or profile picture), so that it can be restored later. */
export async function storeFormerUse(tx: Tx, media_id: string, used_as: UsedAs): Promise<void> {
  await tx.updateTable('post_media').set({ used_as }).where('media_id', '=', media_id).execute()
}

/** Returns and clears how a post's items were used before the post was hidden. */
export async function takeFormerUses(
  tx: Tx,
  post_id: string,
): Promise<{ media_id: string; used_as: UsedAs }[]> {
  const { rows } = await sql<{ media_id: string; used_as: UsedAs }>`
    with used as (
      select media_id, used_as from post_media where post_id = ${post_id} and used_as is not null for update
    )
    update post_media pm set used_as = null from used where pm.media_id = used.media_id
    returning pm.media_id, used.used_as`.execute(tx)
  return rows
}

/**
 * Sets a hidden post's `hidden_at`; null makes the post visible again. Returns the post, or undefined if it wasn't
 * hidden.
 */
export async function setHidden(
  tx: Tx,
  id: string,
  hidden_at: string | null,
): Promise<Pick<LockedPost, 'spot_id' | 'user_id' | 'kind'> | undefined> {
  return tx
    .updateTable('posts')
    .set({ hidden_at })
    .where('id', '=', id)
    .where('hidden_at', 'is not', null)
    .returning(['spot_id', 'user_id', 'kind'])
    .executeTakeFirst()
}

/** Hides a spot's posts from everyone. Returns their authors. */
export async function hidePostsOf(tx: Tx, spot_id: string, hidden_at: string): Promise<string[]> {
  const rows = await tx
    .updateTable('posts')
    .set({ hidden_at })
    .where('spot_id', '=', spot_id)
    .where('hidden_at', 'is', null)
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Shows the spot's posts that were hidden at exactly this time. */
export async function showPostsOf(tx: Tx, spot_id: string, hidden_at: string): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ hidden_at: null })
    .where('spot_id', '=', spot_id)
    .where('hidden_at', '=', hidden_at)
    .execute()
}

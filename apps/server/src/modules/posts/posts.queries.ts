import type { Tx } from '../../db/open.ts'

/** A post's own columns. */
export type PostRow = {
  id: string
  user_id: string
  spot_id: string | null
  kind: 'spot' | 'media' | 'cover' | 'profile_picture' | 'text' | 'on_demand' | 'repair'
  title: string
  content: string | null
  /** The address of a photo elsewhere; none when absent. */
  photo_url?: string | null
  /** ISO 8601; now when absent. */
  created_at?: string
}

/** Writes a post. */
export const insertPost = async (tx: Tx, post: PostRow): Promise<void> => {
  await tx.insertInto('posts').values(post).execute()
}

/** Gives a post items at these places; a place that is taken already stays as it is. */
export const insertItems = async (
  tx: Tx,
  post_id: string,
  items: readonly { media_index: number; media_id: string | null }[],
): Promise<void> => {
  await tx
    .insertInto('post_media')
    .values(items.map((item) => ({ post_id, ...item })))
    .onConflict((clash) => clash.columns(['post_id', 'media_index']).doNothing())
    .execute()
}

/**
 * Gives a post its media in this order; `media_index` is the place in it. A post of words alone gets an item 0 without a
 * file, which is what its likes and comments hang on.
 */
export const insertPostMedia = async (
  tx: Tx,
  post_id: string,
  mediaIds: readonly string[],
): Promise<void> => {
  const items = mediaIds.length > 0 ? mediaIds : [null]
  await tx
    .insertInto('post_media')
    .values(items.map((media_id, media_index) => ({ post_id, media_index, media_id })))
    .execute()
}

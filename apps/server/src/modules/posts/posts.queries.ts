import type { PostKind } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'

/** A post's own columns. */
export type PostRow = {
  id: string
  user_id: string
  spot_id: string | null
  kind: PostKind
  title: string
  content: string | null
  /** The address of a photo on another site, if any. */
  photo_url?: string | null
  /** ISO 8601; now if absent. */
  created_at?: string
}

/** Inserts a post. */
export const insertPost = async (tx: Tx, post: PostRow): Promise<void> => {
  await tx.insertInto('posts').values(post).execute()
}

/** Adds items to a post at these indexes; existing items stay. */
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
 * Adds media to a post; `media_index` is the index in `media_ids`. A text-only post gets an item 0 without a file, for
 * its likes and comments.
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

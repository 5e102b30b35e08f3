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

import type { Post, Viewer } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { listText } from './feed/feed.service.ts'
import { findItem, selectByIds, selectPost } from './posts.queries.ts'

/** Returns up to a page of these posts as JSON array text, in the given order, without posts the viewer can't see. */
export async function postsText(db: Db, viewer: string, ids: readonly string[]): Promise<string> {
  return listText(await selectByIds(db, viewer, ids))
}

/**
 * Returns one post as JSON text.
 * @throws Refusal POST_NOT_FOUND
 */
export async function requirePostText(db: Db, viewer: string, id: string): Promise<string> {
  const row = await selectPost(db, viewer, id)
  if (!row) throw new Refusal('POST_NOT_FOUND')
  return row.post
}

/**
 * Checks that the viewer can like and comment on this item of a post.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND if the post has no such item
 */
export async function requireItem(
  db: Db,
  viewer: string,
  { post_id, media_index }: { post_id: string; media_index: number },
): Promise<void> {
  const found = await findItem(db, viewer, post_id, media_index)
  if (!found) throw new Refusal('POST_NOT_FOUND')
  if (!found.has_item) throw new Refusal('MEDIA_NOT_FOUND')
}

/**
 * Checks that the viewer can see a post.
 * @throws Refusal POST_NOT_FOUND
 */
export async function requireShown(db: Db, viewer: string, post_id: string): Promise<void> {
  if (!(await findItem(db, viewer, post_id, 0))) throw new Refusal('POST_NOT_FOUND')
}

/** @throws Refusal POST_NOT_FOUND */
export async function requirePost(db: Db, viewer: Viewer, id: string): Promise<Post> {
  return JSON.parse(await requirePostText(db, viewer.user_id, id)) as Post
}

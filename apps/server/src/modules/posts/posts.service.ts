import { v7 as uuid } from 'uuid'
import type { Tx, Db } from '../../db/open.ts'
import { storeMentions } from '../mentions/index.ts'
import { publishPostEvent } from './post-events.ts'
import { insertItems, insertPost, type PostRow, findItem, selectByIds, selectPost } from './posts.queries.ts'
import { Refusal } from '../../platform/http/index.ts'
import { listText } from './feed.service.ts'
import type { Post, Viewer } from '@nollie/contract'

/** The input of a new post. The caller must attach the media, see `attachMedia` of media. */
export type NewPost = Omit<PostRow, 'id'> & { media_ids: readonly string[] }

/** The texts of a post in which names may be mentioned. */
export const contentOf = ({ title, content }: Pick<PostRow, 'title' | 'content'>): string =>
  `${title}\n${content ?? ''}`

/** Creates a post with its media in this order and publishes it; returns its id. */
export const createPost = async (tx: Tx, { media_ids, ...post }: NewPost): Promise<string> => {
  const id = uuid()
  await insertPost(tx, { id, ...post })
  // A post without media has an item all the same, for its likes and comments (DATA-07).
  const items = media_ids.length > 0 ? media_ids : [null]
  await insertItems(
    tx,
    id,
    items.map((media_id, media_index) => ({ media_index, media_id })),
  )
  await storeMentions(tx, { author: post.user_id, post_id: id, content: contentOf(post) })
  await publishPostEvent(tx, { kind: 'created', post_id: id, spot_id: post.spot_id, user_id: post.user_id })
  return id
}

/** Those of these posts that the viewer may see, in their order, as the text of a JSON array; at most a page. */
export const postsText = async (db: Db, viewer: string, ids: readonly string[]): Promise<string> =>
  listText(await selectByIds(db, viewer, ids))

/**
 * One post as JSON text.
 * @throws Refusal POST_NOT_FOUND
 */
export const requirePostText = async (db: Db, viewer: string, id: string): Promise<string> => {
  const row = await selectPost(db, viewer, id)
  if (!row) throw new Refusal('POST_NOT_FOUND')
  return row.post
}

/**
 * Checks that the viewer may like and comment on this item of a post.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND when the post has no such item
 */
export const requireItem = async (
  db: Db,
  viewer: string,
  { post_id, media_index }: { post_id: string; media_index: number },
): Promise<void> => {
  const found = await findItem(db, viewer, post_id, media_index)
  if (!found) throw new Refusal('POST_NOT_FOUND')
  if (!found.has_item) throw new Refusal('MEDIA_NOT_FOUND')
}

/**
 * Checks that the viewer may see a post.
 * @throws Refusal POST_NOT_FOUND
 */
export const requireShown = async (db: Db, viewer: string, post_id: string): Promise<void> => {
  if (!(await findItem(db, viewer, post_id, 0))) throw new Refusal('POST_NOT_FOUND')
}

/** @throws Refusal POST_NOT_FOUND */
export const requirePost = async (db: Db, viewer: Viewer, id: string): Promise<Post> =>
  JSON.parse(await requirePostText(db, viewer.user_id, id)) as Post

import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../db/open.ts'
import { storeMentions } from '../../mentions/index.ts'
import { publishPostEvent } from '../post-events.ts'
import { insertItems, insertPost, type PostRow } from '../posts.queries.ts'

/** The input for a new post. The caller must attach the media with `attachMedia` from the media module. */
export type NewPost = Omit<PostRow, 'id'> & { media_ids: readonly string[] }

/** Joins the parts of a post's text that can contain mentions. */
export function joinContent({ title, content }: Pick<PostRow, 'title' | 'content'>): string {
  return `${title}\n${content ?? ''}`
}

/** Creates a post with its media in the given order and publishes it. Returns its id. */
export async function createPost(tx: Tx, { media_ids, ...post }: NewPost): Promise<string> {
  const id = uuid()
  await insertPost(tx, { id, ...post })
  // A post without media still has one item, for its likes and comments (DATA-07).
  const items = media_ids.length > 0 ? media_ids : [null]
  await insertItems(
    tx,
    id,
    items.map((media_id, media_index) => ({ media_index, media_id })),
  )
  await storeMentions(tx, { author: post.user_id, post_id: id, content: joinContent(post) })
  await publishPostEvent(tx, { kind: 'created', post_id: id, spot_id: post.spot_id, user_id: post.user_id })
  return id
}

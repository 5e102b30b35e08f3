import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { storeMentions } from '../mentions/index.ts'
import { publishPostEvent } from './post-events.ts'
import { insertPost, insertPostMedia, type PostRow } from './posts.queries.ts'

/** The input of a new post. The caller must attach the media, see `attachMedia` of media. */
export type NewPost = Omit<PostRow, 'id'> & { media_ids: readonly string[] }

/** The texts of a post in which names may be mentioned. */
export const contentOf = ({ title, content }: Pick<PostRow, 'title' | 'content'>): string =>
  `${title}\n${content ?? ''}`

/** Creates a post with its media in this order and publishes it; returns its id. */
export const createPost = async (tx: Tx, { media_ids, ...post }: NewPost): Promise<string> => {
  const id = uuid()
  await insertPost(tx, { id, ...post })
  await insertPostMedia(tx, id, media_ids)
  await storeMentions(tx, { author: post.user_id, post_id: id, content: contentOf(post) })
  await publishPostEvent(tx, { kind: 'created', post_id: id, spot_id: post.spot_id, user_id: post.user_id })
  return id
}

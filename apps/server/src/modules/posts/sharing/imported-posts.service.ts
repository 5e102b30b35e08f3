import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../db/open.ts'
import { storeMentions } from '../../mentions/index.ts'
import { insertItems, insertPost, type PostRow } from '../posts.queries.ts'
import { joinContent } from './create-post.service.ts'

/** An imported post's item at its original index, which likes and comments refer to. */
export type ImportedItem = { media_index: number; media_id: string }

/**
 * Inserts a post from the past without notifications or live events. Returns its id. The caller attaches the media. The
 * index of a file that wasn't imported stays empty.
 */
export async function importPost(
  tx: Tx,
  { items, ...post }: Omit<PostRow, 'id'> & { items: readonly ImportedItem[] },
): Promise<string> {
  const id = uuid()
  await insertPost(tx, { id, ...post })
  await insertItems(tx, id, items.length > 0 ? items : [{ media_index: 0, media_id: null }])
  await storeMentions(tx, {
    author: post.user_id,
    post_id: id,
    content: joinContent(post),
    notified: 'everybody',
  })
  return id
}

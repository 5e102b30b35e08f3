import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { storeMentions } from '../mentions/index.ts'
import { insertItems, insertPost, type PostRow } from './posts.queries.ts'
import { contentOf } from './posts.service.ts'

/** An item of an imported post at the place it had, where likes and comments look for it. */
export type ImportedItem = { media_index: number; media_id: string }

/**
 * Makes a post of the past: nobody is notified and no screen hears of it. The media are the caller's to attach. Places
 * whose file did not come stay empty. Gives its id.
 */
export const importPost = async (
  tx: Tx,
  { items, ...post }: Omit<PostRow, 'id'> & { items: readonly ImportedItem[] },
): Promise<string> => {
  const id = uuid()
  await insertPost(tx, { id, ...post })
  await insertItems(tx, id, items.length > 0 ? items : [{ media_index: 0, media_id: null }])
  await storeMentions(tx, {
    author: post.user_id,
    post_id: id,
    content: contentOf(post),
    notified: 'everybody',
  })
  return id
}

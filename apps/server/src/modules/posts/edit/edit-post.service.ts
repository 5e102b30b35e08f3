import { mayEditPost, type Post, type Viewer } from '@nollie/contract'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { storeMentions } from '../../mentions/index.ts'
import { publishPostEvent } from '../post-events.ts'
import { findFirstItem, updatePost } from './edit-post.queries.ts'
import { lockPost } from '../lock-posts.queries.ts'
import { joinContent } from '../sharing/create-post.service.ts'
import { requirePost } from '../posts.service.ts'
import { refuseEdit } from '../refuse-edit.ts'

/**
 * Edits a post's title and text.
 * @param version the version that the edit is based on
 * @throws Refusal POST_NOT_FOUND, NOT_ALLOWED, STALE if the post has a newer version
 */
export function editPost(
  db: Db,
  viewer: Viewer,
  { id, version }: { id: string; version: number },
  text: { title: string; content: string | null },
): Promise<Post> {
  return db.transaction().execute(async (tx) => {
    const post = await lockPost(tx, id)
    if (!post) throw new Refusal('POST_NOT_FOUND')
    if (!mayEditPost(viewer, post)) return refuseEdit(tx, viewer, post)
    if (post.version !== version) throw new Refusal('STALE')
    if (text.title !== post.title || text.content !== post.content) {
      await updatePost(tx, id, text)
      const media_index = await findFirstItem(tx, id)
      await storeMentions(tx, { author: post.user_id, post_id: id, media_index, content: joinContent(text) })
      await publishPostEvent(tx, {
        kind: 'updated',
        post_id: id,
        spot_id: post.spot_id,
        user_id: post.user_id,
      })
    }
    return requirePost(tx, viewer, id)
  })
}

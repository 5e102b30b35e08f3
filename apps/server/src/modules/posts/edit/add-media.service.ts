import type { NewMediaPost, Post, Viewer } from '@nollie/contract'
import { giveTitle } from '@nollie/contract/posts/given-title'
import { idempotent } from '../../../db/idempotent.ts'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { isKnownTo, requireSpotFor } from '../../audiences/index.ts'
import { attachMedia } from '../../media/index.ts'
import { lockVisibleSpot } from '../lock-posts.queries.ts'
import { createPost } from '../sharing/create-post.service.ts'
import { requirePost } from '../posts.service.ts'

/**
 * Adds photos and videos, or text, to a spot as a single post, once per idempotency key.
 * @throws Refusal SPOT_NOT_FOUND, IN_PROGRESS, KEY_REUSED, and errors from `attachMedia`
 */
export function addMedia(db: Db, viewer: Viewer, key: string, body: NewMediaPost): Promise<Post> {
  return idempotent(db, { user_id: viewer.user_id, key, body }, async (tx) => {
    const { spot_id, title, content, media_ids, alt_texts } = body
    await requireSpotFor(tx, viewer.user_id, spot_id)
    // The spot's audience may have changed since the check above.
    if (!(await lockVisibleSpot(tx, spot_id)) || !(await isKnownTo(tx, viewer.user_id, spot_id)))
      throw new Refusal('SPOT_NOT_FOUND')
    const media = await attachMedia(tx, viewer.user_id, media_ids, alt_texts)
    const id = await createPost(tx, {
      user_id: viewer.user_id,
      kind: media.length > 0 ? 'media' : 'text',
      title: title ?? giveTitle(media),
      spot_id,
      content,
      media_ids,
    })
    return requirePost(tx, viewer, id)
  })
}

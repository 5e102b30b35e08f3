import { mayDescribeMedia, type Post, type Viewer } from '@nollie/contract'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { describeMedia } from '../../media/index.ts'
import { lockPost } from '../lock-posts.queries.ts'
import { publishPostEvent } from '../post-events.ts'
import { requirePost } from '../posts.service.ts'
import { refuseEdit } from '../refuse-edit.ts'
import { incrementVersion } from './edit-post.queries.ts'
import { selectItems } from './remove-media.queries.ts'

/**
 * Changes the description of a post's photo or video; null removes it. The latest change wins.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND, NOT_ALLOWED
 */
export function describePostMedia(
  db: Db,
  viewer: Viewer,
  { post_id, media_index }: { post_id: string; media_index: number },
  alt_text: string | null,
): Promise<Post> {
  return db.transaction().execute(async (tx) => {
    const post = await lockPost(tx, post_id)
    if (!post) throw new Refusal('POST_NOT_FOUND')
    if (!mayDescribeMedia(viewer, post)) return refuseEdit(tx, viewer, post)
    const item = (await selectItems(tx, post_id)).find((one) => one.media_index === media_index)
    if (!item) throw new Refusal('MEDIA_NOT_FOUND')
    if (await describeMedia(tx, [item.media_id], [alt_text])) {
      await incrementVersion(tx, post_id)
      await publishPostEvent(tx, { kind: 'updated', post_id, spot_id: post.spot_id, user_id: post.user_id })
    }
    return requirePost(tx, viewer, post_id)
  })
}

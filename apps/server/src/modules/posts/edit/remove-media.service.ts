import { mayEditPost, mayRemoveMedia, type Viewer } from '@nollie/contract'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { releaseMedia } from '../../media/index.ts'
import { publishPostEvent } from '../post-events.ts'
import { deleteItem, selectItems } from './remove-media.queries.ts'
import { refuseEdit } from '../refuse-edit.ts'
import { IS_COVER, type SpotHooks, lockWithSpot, removeWhole } from '../deletion/remove-post.service.ts'

/**
 * Deletes one photo or video from a post. The others stay at their indexes, with their likes and comments. Deleting the
 * last one deletes the post, but never the spot.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND, NOT_ALLOWED, including for a spot's cover
 */
export function removePostMedia(
  db: Db,
  spots: SpotHooks,
  viewer: Viewer,
  { post_id, media_index }: { post_id: string; media_index: number },
): Promise<{ removed: 'media' | 'post' }> {
  return db.transaction().execute(async (tx) => {
    const post = await lockWithSpot(tx, spots, post_id)
    if (!mayEditPost(viewer, post)) return refuseEdit(tx, viewer, post)
    const items = await selectItems(tx, post_id)
    const item = items.find((one) => one.media_index === media_index)
    if (!item) throw new Refusal('MEDIA_NOT_FOUND')
    if (!mayRemoveMedia(viewer, { user_id: post.user_id, is_cover: item.is_cover }))
      throw new Refusal('NOT_ALLOWED', { detail: IS_COVER })
    if (items.length === 1) {
      await removeWhole(tx, spots, post)
      return { removed: 'post' }
    }
    await deleteItem(tx, post_id, media_index)
    await releaseMedia(tx, [item.media_id])
    await publishPostEvent(tx, { kind: 'updated', post_id, spot_id: post.spot_id, user_id: post.user_id })
    return { removed: 'media' }
  })
}

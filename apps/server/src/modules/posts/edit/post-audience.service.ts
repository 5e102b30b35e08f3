import { maySetPostAudience, type Post, type PostAudience, type Viewer } from '@nollie/contract'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { requireMemberWhoShares } from '../../crews/index.ts'
import { publishWithdrawn } from '../../notifications/index.ts'
import { selectNotifiedOf, updateAudience } from './post-audience.queries.ts'
import { lockPost } from '../lock-posts.queries.ts'
import { publishPostEvent } from '../post-events.ts'
import { requirePost } from '../posts.service.ts'
import { refuseEdit } from '../refuse-edit.ts'

/**
 * Changes the audience of a post without a spot. Comments and likes follow automatically, because every query filters
 * by audience. Open screens of people who lose access remove the post, and their badge is recounted.
 * @throws Refusal POST_NOT_FOUND, CREW_NOT_FOUND, NOT_ALLOWED, including for a post at a spot or a profile picture
 */
export function setPostAudience(
  db: Db,
  viewer: Viewer,
  id: string,
  { audience, crew_id = null }: { audience: PostAudience; crew_id?: string | null | undefined },
): Promise<Post> {
  return db.transaction().execute(async (tx) => {
    const post = await lockPost(tx, id)
    if (!post) throw new Refusal('POST_NOT_FOUND')
    if (post.user_id !== viewer.user_id) return refuseEdit(tx, viewer, post)
    if (!maySetPostAudience(viewer, post)) throw new Refusal('NOT_ALLOWED')
    // Skip this for its current crew, because removing a member locks the crew before the shared content.
    if (crew_id && crew_id !== post.crew_id) await requireMemberWhoShares(tx, viewer.user_id, crew_id)
    if (post.audience === audience && post.crew_id === crew_id) return requirePost(tx, viewer, id)
    await updateAudience(tx, id, { audience, crew_id })
    const { user_id, spot_id } = post
    // "Deleted" only reaches people who lost access. Everyone else gets "updated".
    if (audience !== 'everybody')
      await publishPostEvent(tx, { kind: 'deleted', post_id: id, spot_id, user_id })
    await publishPostEvent(tx, { kind: 'updated', post_id: id, spot_id, user_id })
    await publishWithdrawn(tx, await selectNotifiedOf(tx, id))
    return requirePost(tx, viewer, id)
  })
}

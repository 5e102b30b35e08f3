import { maySetPostAudience, type Post, type PostAudience, type Viewer } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { requireMemberWhoShares } from '../crews/index.ts'
import { publishWithdrawn } from '../notifications/index.ts'
import { selectNotifiedOf, updateAudience } from './post-audience.queries.ts'
import { lockPost } from './lock-posts.queries.ts'
import { publishPostEvent } from './post-events.ts'
import { requirePost } from './posts.service.ts'
import { refuseEdit } from './refuse-edit.ts'

/**
 * Changes who may know of a post without a spot. What hangs on it goes with it, because every query asks; open screens of whom it is
 * taken from drop it, and their badge is counted anew.
 * @throws Refusal POST_NOT_FOUND, CREW_NOT_FOUND, NOT_ALLOWED also for a post at a spot, and the picture of a profile
 */
export const setPostAudience = (
  db: Db,
  viewer: Viewer,
  id: string,
  { audience, crew_id = null }: { audience: PostAudience; crew_id?: string | null | undefined },
): Promise<Post> =>
  db.transaction().execute(async (tx) => {
    const post = await lockPost(tx, id)
    if (!post) throw new Refusal('POST_NOT_FOUND')
    if (post.user_id !== viewer.user_id) return refuseEdit(tx, viewer, post)
    if (!maySetPostAudience(viewer, post)) throw new Refusal('NOT_ALLOWED')
    // Not where it is for this crew already: whoever takes somebody out locks the crew before what they shared with it.
    if (crew_id && crew_id !== post.crew_id) await requireMemberWhoShares(tx, viewer.user_id, crew_id)
    if (post.audience === audience && post.crew_id === crew_id) return requirePost(tx, viewer, id)
    await updateAudience(tx, id, { audience, crew_id })
    const { user_id, spot_id } = post
    // "Deleted" reaches only those who may not know of it any more, "updated" all others.
    if (audience !== 'everybody')
      await publishPostEvent(tx, { kind: 'deleted', post_id: id, spot_id, user_id })
    await publishPostEvent(tx, { kind: 'updated', post_id: id, spot_id, user_id })
    await publishWithdrawn(tx, await selectNotifiedOf(tx, id))
    return requirePost(tx, viewer, id)
  })

import type { DiscussionLikeEvent, Viewer } from '@nollie/contract'
import { appendEvent } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { notify, publishWithdrawn } from '../notifications/index.ts'
import {
  countDiscussionLikes,
  deleteDiscussionLike,
  insertDiscussionLike,
} from './discussion-likes.queries.ts'
import { GONE, requireDiscussion } from './discussions.service.ts'

/** The number of likes on a discussion, and whether the viewer likes it. */
export type DiscussionLikeState = { likes_count: number; liked: boolean }

function publishLike(tx: Tx, data: DiscussionLikeEvent): Promise<void> {
  return appendEvent(tx, { topic: 'discussions', name: 'discussion_like', data })
}

/**
 * Likes a discussion or removes the like; idempotent.
 * @throws Refusal DISCUSSION_NOT_FOUND
 */
export function setDiscussionLike(
  db: Db,
  viewer: Viewer,
  discussion_id: string,
  liked: boolean,
): Promise<DiscussionLikeState> {
  return db.transaction().execute(async (tx) => {
    const { user_id } = viewer
    const { user_id: started_by } = await requireDiscussion(tx, viewer, discussion_id)
    const like = { discussion_id, user_id }
    const isNew = liked
      ? await insertDiscussionLike(tx, like).catch((error: unknown) => {
          // The discussion was deleted between the check and the like.
          throw (error as { code?: string }).code === GONE ? new Refusal('DISCUSSION_NOT_FOUND') : error
        })
      : await deleteDiscussionLike(tx, like)
    if (isNew && liked)
      await notify(tx, {
        type: 'like',
        from_user_id: user_id,
        user_ids: [started_by],
        target_id: discussion_id,
        discussion_id,
      })
    if (isNew && !liked && started_by !== user_id) await publishWithdrawn(tx, [started_by])
    if (isNew) {
      const likes_count = await countDiscussionLikes(tx, discussion_id)
      await publishLike(tx, { ...like, started_by, likes_count, liked })
    }
    const { likes_count } = await requireDiscussion(tx, viewer, discussion_id)
    return { likes_count, liked }
  })
}

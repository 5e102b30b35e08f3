import type { CommentLikeEvent, Viewer } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { appendEvent } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { notify, publishWithdrawn } from '../notifications/index.ts'
import {
  countCommentLikes,
  deleteCommentLike,
  insertCommentLike,
  lockSubjectOfComment,
} from './comment-likes.queries.ts'
import type { Subject } from './comments.queries.ts'
import { refuseIfDeleted, requireComment } from './comments.service.ts'

/** Builds the references that a notification about a comment contains. */
function toReferences(subject: Subject) {
  return subject.post_id === null
    ? { discussion_id: subject.discussion_id }
    : { post_id: subject.post_id, media_index: subject.media_index }
}

/** The number of likes on a comment, and whether the viewer likes it. */
export type CommentLikeState = { likes_count: number; liked: boolean }

function publishLike(tx: Tx, data: CommentLikeEvent): Promise<void> {
  return appendEvent(tx, { topic: 'comments', name: 'comment_like', data })
}

/**
 * Likes a comment or removes the like; idempotent.
 * @throws Refusal COMMENT_NOT_FOUND
 */
export function setCommentLike(
  db: Db,
  viewer: Viewer,
  comment_id: string,
  liked: boolean,
): Promise<CommentLikeState> {
  return db.transaction().execute(async (tx) => {
    const { user_id } = viewer
    const { user_id: author, ...head } = await requireComment(tx, viewer, comment_id)
    const { post_id, media_index, discussion_id } = head
    await lockSubjectOfComment(tx, head)
    const isNew = liked
      ? await insertCommentLike(tx, { id: uuid(), comment_id, user_id }).catch(
          refuseIfDeleted('COMMENT_NOT_FOUND'),
        )
      : await deleteCommentLike(tx, comment_id, user_id)
    const counted = await countCommentLikes(tx, comment_id, user_id)
    if (!counted) throw new Refusal('COMMENT_NOT_FOUND')
    const { likes: likes_count, seen } = counted
    if (isNew && liked) {
      const about = { target_id: comment_id, comment_id, ...toReferences(head) }
      await notify(tx, { type: 'comment_like', from_user_id: user_id, user_ids: [author], ...about })
    }
    if (isNew && !liked && author !== user_id) await publishWithdrawn(tx, [author])
    if (isNew)
      await publishLike(tx, { comment_id, post_id, media_index, discussion_id, likes_count, user_id, liked })
    return { likes_count: seen, liked }
  })
}

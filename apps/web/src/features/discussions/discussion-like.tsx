import type { Discussion } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { CommentLikeButton } from '../comments/index.ts'
import { changeDiscussion, dropDiscussion } from './discussion-requests.ts'
import { DISCUSSION_LIKE, likeOrQueue } from './outbox-discussions.ts'
import { isGone, showError } from './discussion-errors.ts'

/** A discussion's like button. */
export function DiscussionLike({ discussion }: { discussion: Discussion }) {
  const client = useQueryClient()
  return (
    <CommentLikeButton
      of={discussion}
      label={(count) => (count > 0 ? m.discussions_like_count({ count }) : m.discussions_like())}
      ports={{
        kind: DISCUSSION_LIKE,
        send: likeOrQueue,
        settled: (id, likes) => changeDiscussion(client, id, likes),
        refused: (id, error) => {
          if (isGone(error)) dropDiscussion(client, id)
          showError(error, m.comments_like_failed())
        },
      }}
    />
  )
}

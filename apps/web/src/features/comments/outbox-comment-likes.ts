import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import type { WaitingKind } from '../../lib/outbox/kinds.ts'
import { sendOrQueue } from '../../lib/outbox/send-or-queue.ts'
import { withLikes } from './comment-pages.ts'
import { changeComments, sendCommentLike, type Thread } from './comment-requests.ts'
import { buildPath } from './outbox-comments.ts'

type WaitingCommentLike = { thread: Thread; liked: boolean }

/** The outbox kind for comment likes, whose target is the comment. */
export const COMMENT_LIKE = 'comment-like'

/** Likes a comment, or removes the like. Resolves to null if the request was queued in the outbox. */
export function likeOrQueue(thread: Thread, comment_id: string, liked: boolean) {
  return sendOrQueue<Awaited<ReturnType<typeof sendCommentLike>>, WaitingCommentLike>(
    { kind: COMMENT_LIKE, target: comment_id, payload: { thread, liked }, isLastState: true },
    () => sendCommentLike(comment_id, liked),
  )
}

/** The outbox kind that sends comment likes. */
export function waitingCommentLikes(client: QueryClient): WaitingKind<WaitingCommentLike> {
  return {
    isRepeatable: true,
    send: async ({ target, payload: { thread, liked } }) => {
      const likes = await sendCommentLike(target, liked)
      changeComments(client, thread, (all) => withLikes(all, target, likes))
    },
    describe: ({ payload: { thread, liked } }) => ({
      what: liked ? m.outbox_like() : m.outbox_unlike(),
      where: m.outbox_on_comment(),
      text: null,
      href: buildPath(thread),
    }),
  }
}

import type { Discussion } from '@nollie/contract'
import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import type { WaitingKind } from '../../lib/outbox/kinds.ts'
import { sendOrQueue } from '../../lib/outbox/send-or-queue.ts'
import { type DiscussionValues, hasDraft, newDiscussions } from './discussion-drafts.ts'
import {
  addDiscussion,
  changeDiscussion,
  sendDiscussionLike,
  startDiscussion,
} from './discussion-requests.ts'

type WaitingDiscussion = { values: DiscussionValues; body: string }
type WaitingDiscussionLike = { liked: boolean }

/** The outbox kind for discussion likes, whose target is the discussion. */
export const DISCUSSION_LIKE = 'discussion-like'

/** Starts a discussion. Resolves to null if the discussion was queued in the outbox. */
export function startOrQueue(
  values: DiscussionValues,
  body: string,
  key: string,
): Promise<Discussion | null> {
  const payload: WaitingDiscussion = { values, body }
  return sendOrQueue({ kind: 'discussion', target: key, payload, id: key }, () => startDiscussion(body, key))
}

/** Likes a discussion, or removes the like. Resolves to null if the request was queued in the outbox. */
export function likeOrQueue(discussion_id: string, liked: boolean) {
  const payload: WaitingDiscussionLike = { liked }
  return sendOrQueue({ kind: DISCUSSION_LIKE, target: discussion_id, payload, isLastState: true }, () =>
    sendDiscussionLike(discussion_id, liked),
  )
}

/** The outbox kind that sends new discussions. */
export function waitingDiscussions(client: QueryClient): WaitingKind<WaitingDiscussion> {
  return {
    send: async ({ id, payload: { body } }) => addDiscussion(client, await startDiscussion(body, id)),
    describe: ({ payload: { values } }) => ({
      what: m.outbox_discussion(),
      where: values.title,
      text: values.content,
      href: null,
    }),
    giveBack: async ({ user_id, payload: { values } }) => {
      if (hasDraft(user_id)) return null
      newDiscussions.write(user_id, values)
      return '/community'
    },
  }
}

/** The outbox kind that sends discussion likes. */
export function waitingDiscussionLikes(client: QueryClient): WaitingKind<WaitingDiscussionLike> {
  return {
    isRepeatable: true,
    send: async ({ target, payload: { liked } }) =>
      changeDiscussion(client, target, await sendDiscussionLike(target, liked)),
    describe: ({ target, payload: { liked } }) => ({
      what: liked ? m.outbox_like() : m.outbox_unlike(),
      where: m.outbox_on_discussion(),
      text: null,
      href: `/community/${target}`,
    }),
  }
}

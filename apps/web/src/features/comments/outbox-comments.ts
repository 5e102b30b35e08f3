import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import type { WaitingKind } from '../../lib/outbox/kinds.ts'
import { useWaiting, type Waiting } from '../../lib/outbox/use-outbox.ts'
import type { ToWait } from '../../lib/outbox/entries.ts'
import { publishPost } from '../posts/index.ts'
import { withComment } from './comment-pages.ts'
import { boxName, comments } from './comment-drafts.ts'
import { changeComments, refreshFirstPage, sendComment, type Thread } from './comment-requests.ts'
import { publishMissing } from './discussion-threads.ts'

/** A comment in the outbox. */
export type WaitingComment = {
  thread: Thread
  parent: string | null
  typed: string
  /** The request body as JSON. */
  body: string
}

const KIND = 'comment'

function buildTarget({ discussion_id, post_id, media_index }: Thread) {
  return discussion_id ?? `${post_id}.${media_index}`
}

/** Returns the path of a thread's page. */
export function buildPath({ discussion_id, post_id }: Thread) {
  return discussion_id === undefined ? `/post/${post_id}` : `/community/${discussion_id}`
}

// Drafts have fields that threads don't.
function toThread({ discussion_id, post_id, media_index }: Thread): Thread {
  return discussion_id === undefined ? { post_id, media_index } : { discussion_id }
}

/** Builds the outbox entry for a comment that can't be sent now. */
export function commentToWait({ thread, ...comment }: WaitingComment, id: string): ToWait<WaitingComment> {
  return {
    kind: KIND,
    target: buildTarget(thread),
    id,
    payload: { thread: toThread(thread), ...comment },
  }
}

/** Returns a thread's queued comments, or the queued replies to the comment `parent`. */
export function useWaitingComments(thread: Thread, parent: string | null): Waiting<WaitingComment>[] {
  return useWaiting<WaitingComment>(KIND, buildTarget(thread)).filter(
    ({ payload }) => payload.parent === parent,
  )
}

/** Removes a refused comment's target from the screen if the target no longer exists on the server. */
export function forgetMissing(client: QueryClient, { post_id, discussion_id }: Thread, code: string): void {
  if (code === 'POST_NOT_FOUND' && post_id !== undefined)
    publishPost({ kind: 'deleted', post_id, spot_id: null })
  if (code === 'DISCUSSION_NOT_FOUND' && discussion_id !== undefined) publishMissing(client, discussion_id)
}

/** The outbox kind that sends comments. */
export function waitingComments(client: QueryClient): WaitingKind<WaitingComment> {
  return {
    send: async ({ id, payload: { thread, body } }) => {
      const made = await sendComment(thread, body, id)
      changeComments(client, thread, (list) => withComment(list, made))
      // The response includes the discussion's comment count.
      if (thread.discussion_id !== undefined) void refreshFirstPage(client, thread).catch(() => undefined)
    },
    describe: ({ payload: { thread, parent, typed } }) => ({
      what: parent === null ? m.outbox_comment() : m.outbox_reply(),
      where: null,
      text: typed,
      href: buildPath(thread),
    }),
    giveBack: async ({ user_id, payload: { thread, parent, typed } }) => {
      const name = boxName({ ...thread, parent, owner: user_id })
      const { draft } = comments.at(name)
      comments.write(name, draft === '' ? typed : `${typed}\n${draft}`)
      return buildPath(thread)
    },
    refused: ({ payload: { thread } }, code) => forgetMissing(client, thread, code),
  }
}

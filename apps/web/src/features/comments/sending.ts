import type { Person } from '@nollie/contract'
import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { attemptFor } from '../../lib/attempts.ts'
import { session } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { dropDiscussion } from '../community/community-requests.ts'
import { publishPost } from '../posts/index.ts'
import { withComment } from './comment-list.ts'
import { bodyOf, changeComments, refreshFirstPage, sendComment, type Thread } from './comment-requests.ts'
import { arrived, type DraftKey, draftAt, returnDraft, sendOff } from './drafts.ts'

/** A comment on its way to the server. */
export type OutgoingComment = {
  thread: Thread
  id: string
  parent: string | null
  user: Person
  content: string
}

let underway: readonly OutgoingComment[] = []
const subscribers = new Set<() => void>()
const put = (next: readonly OutgoingComment[]) => {
  underway = next
  for (const view of [...subscribers]) view()
}

/** What is on its way, over all threads; the same list as long as nothing changes. */
export const outgoingComments = (): readonly OutgoingComment[] => underway

/** Publishes when a comment is sent or arrives. */
export const onSending = (view: () => void): (() => void) => {
  subscribers.add(view)
  return () => subscribers.delete(view)
}

// Uses the server's texts for errors they help with; everything else has the specified texts.
const EXPLAINED = new Set([
  'POST_NOT_FOUND',
  'MEDIA_NOT_FOUND',
  'DISCUSSION_NOT_FOUND',
  'COMMENT_NOT_FOUND',
  'NOT_ALLOWED',
  'SUSPENDED',
  'TOO_MANY',
])

const whyNot = (error: unknown, otherwise: string): string => {
  if (!(error instanceof ApiError)) return otherwise
  if (error.code === 'SESSION_MISSING') return m.comments_signed_out()
  if (error.code === 'BAD_REQUEST') return error.fields.content ?? otherwise
  return EXPLAINED.has(error.code) ? messageOf(error, otherwise) : otherwise
}

const showError = (description: string) =>
  toast({ kind: 'error', title: m.comments_toast_error(), description })

/**
 * Sends the draft of a key. It is listed at once, and returns to the field with a toast when it cannot be sent
 * (`failed` without a better reason); the same text sent again counts once. Returns whether it was sent.
 */
export async function sendDraft(
  client: QueryClient,
  draftKey: DraftKey,
  failed: () => string = m.comments_add_failed,
): Promise<boolean> {
  const { text, attempt: before } = draftAt(draftKey)
  const content = text.trim()
  if (content === '') return false
  const { user } = session.get()
  if (!user) {
    showError(m.comments_signed_out())
    return false
  }
  const attempt = attemptFor(bodyOf(draftKey, content, draftKey.parent), before)
  const { parent } = draftKey
  const mine = { thread: draftKey, id: attempt.key, parent, user, content }
  if (underway.some(({ id }) => id === mine.id)) return false
  put([...underway, mine])
  sendOff(draftKey, { text, attempt })
  try {
    const made = await sendComment(draftKey, attempt.text, attempt.key)
    changeComments(client, draftKey, (list) => withComment(list, made))
    put(underway.filter((one) => one !== mine))
    arrived(draftKey)
    // The number of comments of a discussion comes with them.
    if (draftKey.discussion_id !== undefined) void refreshFirstPage(client, draftKey).catch(() => undefined)
    return true
  } catch (error) {
    put(underway.filter((one) => one !== mine))
    returnDraft(draftKey, { text, attempt })
    showError(whyNot(error, failed()))
    if (error instanceof ApiError && error.code === 'POST_NOT_FOUND' && draftKey.post_id !== undefined)
      publishPost({ kind: 'deleted', post_id: draftKey.post_id, spot_id: null })
    if (
      error instanceof ApiError &&
      error.code === 'DISCUSSION_NOT_FOUND' &&
      draftKey.discussion_id !== undefined
    )
      dropDiscussion(client, draftKey.discussion_id)
    return false
  }
}

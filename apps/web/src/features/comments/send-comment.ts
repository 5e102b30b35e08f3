import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { ApiError, getMessage } from '../../lib/api.ts'
import { isDeviceFull } from '../../lib/outbox/device-full.ts'
import { sendOrQueue } from '../../lib/outbox/send-or-queue.ts'
import { session } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { withComment } from './comment-pages.ts'
import { boxName, comments, type DraftKey } from './comment-drafts.ts'
import { buildBody, changeComments, refreshFirstPage, sendComment } from './comment-requests.ts'
import { commentToWait, forgetMissing } from './outbox-comments.ts'

// For these errors, the toast shows the server's message, which explains what to do. For all others, it shows `failed`.
const EXPLAINED = new Set([
  'POST_NOT_FOUND',
  'MEDIA_NOT_FOUND',
  'DISCUSSION_NOT_FOUND',
  'COMMENT_NOT_FOUND',
  'NOT_ALLOWED',
  'SUSPENDED',
  'TOO_MANY',
])

function whyNot(error: unknown, otherwise: string): string {
  if (isDeviceFull(error)) return m.outbox_full_text()
  if (!(error instanceof ApiError)) return otherwise
  if (error.code === 'SESSION_MISSING') return m.comments_signed_out()
  if (error.code === 'BAD_REQUEST') return error.fields.content ?? otherwise
  return EXPLAINED.has(error.code) ? getMessage(error, otherwise) : otherwise
}

function showError(description: string) {
  return toast({ kind: 'error', title: m.comments_toast_error(), description })
}

/**
 * Sends a draft, which appears in the list immediately. If it can't be sent, its text goes back into the field and a
 * toast explains why (`failed` if the server gives no reason). Retrying the same text never adds it twice. If offline,
 * queues the comment in the outbox. Returns whether it was sent or queued.
 */
export async function sendDraft(
  client: QueryClient,
  draftKey: DraftKey,
  failed: () => string = m.comments_add_failed,
): Promise<boolean> {
  const name = boxName(draftKey)
  const typed = comments.at(name).draft
  const content = typed.trim()
  if (content === '') return false
  if (!session.get().user) {
    showError(m.comments_signed_out())
    return false
  }
  const { parent } = draftKey
  const post = async (body: string, key: string) => {
    const toWait = commentToWait({ thread: draftKey, parent, typed, body }, key)
    const made = await sendOrQueue(toWait, () => sendComment(draftKey, body, key))
    if (made) changeComments(client, draftKey, (list) => withComment(list, made))
  }
  try {
    await comments.send(name, { typed }, buildBody(draftKey, content, parent), post)
    // The response includes the discussion's comment count.
    if (draftKey.discussion_id !== undefined) void refreshFirstPage(client, draftKey).catch(() => undefined)
    return true
  } catch (error) {
    showError(whyNot(error, failed()))
    if (error instanceof ApiError) forgetMissing(client, draftKey, error.code)
    return false
  }
}

import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { isDeviceFull } from '../../lib/outbox/device-full.ts'
import { whyNot } from '../../ui/error-text.ts'
import type { FieldErrors } from '../../ui/forms/form.tsx'
import { type ToastText, toast } from '../../ui/toast.ts'
import { isTooLong } from './discussion-fields.tsx'
import type { DiscussionValues } from './discussion-drafts.ts'

/** Returns the toast for a failed request, with the server's reason or else `otherwise`. */
export function explainFailure(error: unknown, otherwise: string): ToastText {
  return {
    title: m.discussions_error(),
    description: isDeviceFull(error) ? m.outbox_full_text() : whyNot(error, otherwise),
  }
}

/** Shows the toast from {@link explainFailure}. */
export function showError(error: unknown, otherwise: string): void {
  return toast({ kind: 'error', ...explainFailure(error, otherwise) })
}

/**
 * Validates a discussion form. A missing title or text is reported in a toast; a title or text that's too long is
 * already marked at its field. Returns null if the form is valid.
 */
export function checkDiscussion(values: DiscussionValues): FieldErrors | null {
  if (isTooLong(values)) return {}
  if (values.title.trim() !== '' && values.content.trim() !== '') return null
  toast({ kind: 'error', title: m.discussions_error(), description: m.discussions_fields_missing() })
  return {}
}

/** Whether an error means that the discussion doesn't exist or that its ID is malformed. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'DISCUSSION_NOT_FOUND' || error.code === 'BAD_REQUEST')
}

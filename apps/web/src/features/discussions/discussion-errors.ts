import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { isDeviceFull } from '../../lib/outbox/device-full.ts'
import { whyNot } from '../../ui/error-text.ts'
import type { FieldErrors } from '../../ui/form.tsx'
import { type ToastText, toast } from '../../ui/toast.ts'
import { isTooLong } from './discussion-fields.tsx'
import type { DiscussionValues } from './discussion-drafts.ts'

/** The toast for a failed request: the server's reason, or `otherwise`. */
export const explainFailure = (error: unknown, otherwise: string): ToastText => ({
  title: m.discussions_error(),
  description: isDeviceFull(error) ? m.outbox_full_text() : whyNot(error, otherwise),
})

/** Shows the toast of {@link explainFailure}. */
export const showError = (error: unknown, otherwise: string): void =>
  toast({ kind: 'error', ...explainFailure(error, otherwise) })

/**
 * Validates the form of a discussion. Missing texts are reported in a toast; texts that are too long are already marked
 * at their fields.
 */
export function checkDiscussion(values: DiscussionValues): FieldErrors | null {
  if (isTooLong(values)) return {}
  if (values.title.trim() !== '' && values.content.trim() !== '') return null
  toast({ kind: 'error', title: m.discussions_error(), description: m.discussions_fill() })
  return {}
}

/** Whether the error means that the discussion does not exist, or that its id is malformed. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'DISCUSSION_NOT_FOUND' || error.code === 'BAD_REQUEST')

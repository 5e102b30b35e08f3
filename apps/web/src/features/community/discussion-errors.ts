import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/toast.ts'

/** Shows in a toast why something was refused. */
export const showError = (error: unknown, otherwise: string): void =>
  toast({ kind: 'error', title: m.community_error(), description: whyNot(error, otherwise) })

/** Whether a discussion is not there, or no address leads to it. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'DISCUSSION_NOT_FOUND' || error.code === 'BAD_REQUEST')

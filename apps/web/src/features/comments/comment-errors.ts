import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { toast } from '../../ui/index.ts'

/** Shows a toast when a comment action fails. */
export function showCommentFailed(error: unknown, otherwise: string) {
  return toast({
    kind: 'error',
    title: m.comments_toast_error(),
    description:
      error instanceof ApiError && error.code === 'SESSION_MISSING' ? m.comments_signed_out() : otherwise,
  })
}

/** Whether an error means that a comment no longer exists. */
export function isMissing(error: unknown) {
  return error instanceof ApiError && error.code === 'COMMENT_NOT_FOUND'
}

import { m } from '../../i18n/messages.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'

/** Why something was not taken, in words for the person; `otherwise` where the server has none that help. */
export function whyNot(fault: unknown, otherwise: string): string {
  if (!(fault instanceof ApiError)) return otherwise
  if (fault.status === 401) return m.community_signed_out()
  if (fault.code === 'OFFLINE') return navigator.onLine ? otherwise : m.community_offline()
  if (fault.code === 'BAD_REQUEST') return Object.values(fault.fields)[0] ?? otherwise
  return fault.status < 500 || fault.code === 'UNAVAILABLE' ? messageOf(fault, otherwise) : otherwise
}

/** Says it in a toast. A session that ended behind our back ends here, too. */
export function tellFault(fault: unknown, otherwise: string): void {
  toast({ kind: 'error', title: m.community_error(), description: whyNot(fault, otherwise) })
  if (fault instanceof ApiError && fault.status === 401) session.refresh().catch(() => undefined)
}

/** Whether a discussion is not there, or no address leads to it. */
export const isGone = (fault: unknown): boolean =>
  fault instanceof ApiError && (fault.code === 'DISCUSSION_NOT_FOUND' || fault.code === 'BAD_REQUEST')

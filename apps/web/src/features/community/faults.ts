import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { whyNot } from '../../ui/fault-words.ts'
import { toast } from '../../ui/toast.ts'

/** Says in a toast why something was not taken. */
export const tellFault = (fault: unknown, otherwise: string): void =>
  toast({ kind: 'error', title: m.community_error(), description: whyNot(fault, otherwise) })

/** Whether a discussion is not there, or no address leads to it. */
export const isGone = (fault: unknown): boolean =>
  fault instanceof ApiError && (fault.code === 'DISCUSSION_NOT_FOUND' || fault.code === 'BAD_REQUEST')

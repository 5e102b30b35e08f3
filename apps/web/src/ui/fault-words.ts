import { m } from '../i18n/messages.ts'
import { ApiError, messageOf } from '../lib/api.ts'

/**
 * Why something was not done, in a sentence for whoever tried it: what they can do about it, in the words of the server
 * where it has some that help, else `otherwise`. `signedOut` is what a form says that has words of its own for it.
 */
export function whyNot(
  fault: unknown,
  otherwise: string,
  signedOut: string = m.shell_fault_signed_out(),
): string {
  if (!(fault instanceof ApiError)) return otherwise
  if (fault.code === 'SESSION_MISSING') return signedOut
  if (fault.code === 'OFFLINE')
    return navigator.onLine ? otherwise : m.shell_fault_offline({ what: otherwise })
  if (fault.code === 'BAD_REQUEST') return Object.values(fault.fields)[0] ?? otherwise
  const helps = fault.status < 500 || fault.code === 'UNAVAILABLE' || fault.code === 'STORAGE_FULL'
  return helps ? messageOf(fault, otherwise) : otherwise
}

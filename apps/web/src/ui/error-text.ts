import { m } from '../i18n/messages.ts'
import { ApiError, messageOf } from '../lib/api.ts'

/**
 * Why something was not done, in a sentence for whoever tried it: what they can do about it, in the words of the server
 * where it has some that help, else `otherwise`. `signedOut` is what a form says that has words of its own for it.
 */
export function whyNot(
  error: unknown,
  otherwise: string,
  signedOut: string = m.shell_error_signed_out(),
): string {
  if (!(error instanceof ApiError)) return otherwise
  if (error.code === 'SESSION_MISSING') return signedOut
  if (error.code === 'OFFLINE')
    return navigator.onLine ? otherwise : m.shell_error_offline({ what: otherwise })
  if (error.code === 'BAD_REQUEST') return Object.values(error.fields)[0] ?? otherwise
  const helps = error.status < 500 || error.code === 'UNAVAILABLE' || error.code === 'STORAGE_FULL'
  return helps ? messageOf(error, otherwise) : otherwise
}

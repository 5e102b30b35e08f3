import { m } from '../i18n/messages.ts'
import { ApiError, getMessage } from '../lib/api.ts'

/**
 * Returns a message for a failed action: the server's message if it's meant for people, or else `otherwise`.
 * `signedOut` is the message if the session has ended.
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
  return helps ? getMessage(error, otherwise) : otherwise
}

import { m } from '../i18n/messages.ts'
import { ApiError, getMessage } from '../lib/api.ts'

/**
 * A sentence for a failed action, with what the person can do about it: the server's text if it is meant for people,
 * else `otherwise`. `signedOut` replaces the text for an ended session.
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

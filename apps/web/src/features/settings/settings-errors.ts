import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { toast } from '../../ui/index.ts'

/** Returns the message for a failed change: it explains what to do, or else repeats the server's message. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return m.settings_error_unknown()
  if (error.code === 'OFFLINE') return m.settings_error_offline()
  if (error.status === 401) return m.settings_error_ended()
  if (error.code === 'UNREADABLE' || error.status >= 500) return m.settings_error_unknown()
  return Object.values(error.fields).join(' ') || error.detail || m.settings_error_unknown()
}

/** Shows {@link errorText} in a toast with a title. */
export function showError(error: unknown, title: string): void {
  return toast({ kind: 'error', title, description: errorText(error) })
}

import { m } from '../../i18n/messages.ts'
import { isDeviceFull } from '../../lib/outbox/device-full.ts'
import { whyNot } from '../../ui/error-text.ts'

/** Returns the toast for a failed status report. */
export function explainCheck(error: unknown) {
  return isDeviceFull(error)
    ? { title: m.outbox_full_title(), description: m.outbox_full_text() }
    : { title: m.checks_failed(), description: whyNot(error, m.checks_failed_text()) }
}

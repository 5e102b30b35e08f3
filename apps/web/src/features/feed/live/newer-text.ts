import { m } from '../../../i18n/messages.ts'
import type { ToastText } from '../../../ui/toast.ts'

/** The highest number shown. Its label also covers higher counts. */
const COUNT_MAX = 100

/** Returns the text for a number of new posts. */
export function newerLabel(count: number): string {
  return count >= COUNT_MAX ? m.feed_newer_max({ count: COUNT_MAX }) : m.feed_newer({ count })
}

/** Returns the toast for new posts that couldn't be loaded. */
export function failedNewer(): ToastText {
  return {
    kind: 'error',
    title: m.feed_error(),
    description: m.feed_newer_failed(),
  }
}

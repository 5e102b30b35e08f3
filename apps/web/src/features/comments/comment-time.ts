import { m } from '../../i18n/messages.ts'

const HOUR_MS = 3_600_000

/** How long ago a comment was made (LIMIT-06). Clocks that disagree make no future. */
export function commentTime(timestamp: string, now: number = Date.now()): string {
  const hours = Math.floor((now - Date.parse(timestamp)) / HOUR_MS)
  if (!(hours >= 1)) return m.comments_just_now()
  return hours < 24
    ? m.comments_hours_ago({ count: hours })
    : m.comments_days_ago({ count: Math.floor(hours / 24) })
}

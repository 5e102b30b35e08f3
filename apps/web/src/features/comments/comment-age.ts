import { m } from '../../i18n/messages.ts'

const HOUR_MS = 3_600_000

/** Formats a comment's age (LIMIT-06). A time in the future, caused by a wrong clock, counts as now. */
export function commentTime(timestamp: string, now: number = Date.now()): string {
  const hours = Math.floor((now - Date.parse(timestamp)) / HOUR_MS)
  if (!(hours >= 1)) return m.comments_just_now()
  return hours < 24
    ? m.comments_hours_ago({ count: hours })
    : m.comments_days_ago({ count: Math.floor(hours / 24) })
}

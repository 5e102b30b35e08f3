import { dateFormat } from '../../lib/format.ts'

/** Formats a date and time: `Sun, Dec 6, 10:00 AM`. */
export const momentText = dateFormat({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

import {
  isAlwaysOpen,
  openingRuns,
  type OpeningSpan,
  readOpeningHours,
} from '@nollie/contract/facts/opening-hours'
import { m } from '../../i18n/messages.ts'
import { dateFormat } from '../../lib/language.ts'

const UTC = { timeZone: 'UTC' } as const
const weekday = dateFormat({ weekday: 'short', ...UTC })
const longWeekday = dateFormat({ weekday: 'long', ...UTC })
const time = dateFormat({ hour: 'numeric', minute: '2-digit', ...UTC })

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The name of a weekday; Monday is 0. */
export const weekdayText = (day: number): string => longWeekday(MONDAY + day * DAY_MS)

const shortDay = (day: number): string => weekday(MONDAY + day * DAY_MS)
const spanText = ({ from, to }: OpeningSpan): string =>
  m.facts_hours_span({ from: time(MONDAY + from * MINUTE_MS), to: time(MONDAY + to * MINUTE_MS) })

/** Opening hours as text: `Mon to Fri 8:00 AM to 8:00 PM; Sat closed`. */
export const hoursText = (stored: string): string => {
  const week = readOpeningHours(stored)
  if (!week) return stored
  if (isAlwaysOpen(week)) return m.facts_hours_always()
  return openingRuns(week)
    .map(({ first, last, spans }) => {
      const days =
        first === last ? shortDay(first) : m.facts_hours_span({ from: shortDay(first), to: shortDay(last) })
      const hours = spans.length === 0 ? m.facts_hours_closed() : spans.map(spanText).join(', ')
      return `${days} ${hours}`
    })
    .join('; ')
}

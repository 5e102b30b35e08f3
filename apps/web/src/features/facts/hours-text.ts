import {
  isAlwaysOpen,
  openingRuns,
  openingSeasons,
  type OpeningSpan,
  type OpeningWeek,
  readOpeningHours,
} from '@nollie/contract/facts/opening-hours'
import { m } from '../../i18n/messages.ts'
import { dateFormat } from '../../lib/format.ts'

const UTC = { timeZone: 'UTC' } as const
const weekday = dateFormat({ weekday: 'short', ...UTC })
const longWeekday = dateFormat({ weekday: 'long', ...UTC })
const shortMonth = dateFormat({ month: 'short', ...UTC })
const longMonth = dateFormat({ month: 'long', ...UTC })
const time = dateFormat({ hour: 'numeric', minute: '2-digit', ...UTC })

/** January 1, 2024, which was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Returns a weekday's name; 0 is Monday. */
export function weekdayText(day: number): string {
  return longWeekday(MONDAY + day * DAY_MS)
}

/** Returns a month's name; 0 is January. */
export function monthText(month: number): string {
  return longMonth(Date.UTC(2024, month, 1))
}

/** Formats a range of months: `Apr to Sep`. */
export function seasonText({ first, last }: { first: number; last: number }): string {
  const [from, to] = [first, last].map((month) => shortMonth(Date.UTC(2024, month, 1)))
  return first === last ? (from ?? '') : m.facts_hours_span({ from: from ?? '', to: to ?? '' })
}

function shortDay(day: number): string {
  return weekday(MONDAY + day * DAY_MS)
}

function spanText({ from, to }: OpeningSpan): string {
  return m.facts_hours_span({ from: time(MONDAY + from * MINUTE_MS), to: time(MONDAY + to * MINUTE_MS) })
}

function weekText(week: OpeningWeek): string {
  return openingRuns(week)
    .map(({ first, last, spans }) => {
      const days =
        first === last ? shortDay(first) : m.facts_hours_span({ from: shortDay(first), to: shortDay(last) })
      const hours = spans.length === 0 ? m.facts_hours_closed() : spans.map(spanText).join(', ')
      return `${days} ${hours}`
    })
    .join('; ')
}

function seasonHours(week: OpeningWeek): string {
  if (isAlwaysOpen(week)) return m.facts_hours_always()
  return week.every((spans) => spans.length === 0) ? m.facts_hours_closed() : weekText(week)
}

/**
 * Formats opening hours: `Mon to Fri 8:00 AM to 8:00 PM; Sat closed`. If the hours differ by season, each season gets
 * its own line: `Apr to Sep: ...`.
 */
export function hoursText(stored: string): string {
  const year = readOpeningHours(stored)
  if (!year) return stored
  const [season, ...others] = openingSeasons(year)
  if (season && others.length === 0) return seasonHours(season.week)
  return openingSeasons(year)
    .map(({ week, ...months }) => m.facts_season({ months: seasonText(months), hours: seasonHours(week) }))
    .join('\n')
}

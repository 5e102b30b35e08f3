import type { BustedBy, BustedHow, BustOutcome } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { dateFormat } from '../../lib/format.ts'

// January 3, 2000 was a Monday.
const MONDAY = Date.UTC(2000, 0, 3)
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Chances with at least this certainty (percent) count as based on reports. */
const KNOWN_FROM = 60

const longDay = dateFormat({ weekday: 'long', timeZone: 'UTC' })
const shortDay = dateFormat({ weekday: 'short', timeZone: 'UTC' })
const hourOfDay = dateFormat({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const date = dateFormat({ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** Returns a weekday's name; 0 is Monday. */
export function weekdayText(weekday: number): string {
  return longDay(MONDAY + weekday * DAY_MS)
}

/** Returns a weekday's short name; 0 is Monday. */
export function shortWeekdayText(weekday: number): string {
  return shortDay(MONDAY + weekday * DAY_MS)
}

/** Formats an hour (0-24) as a time of day; 24 is midnight. */
export function hourText(hour: number): string {
  return hourOfDay(MONDAY + (hour % 24) * HOUR_MS)
}

/** Formats a date like `2026-01-31` with its weekday. */
export function dateText(day: string): string {
  return date(`${day}T00:00:00Z`)
}

/** Describes how reliable a chance is. */
export function certaintyText(certainty: number): string {
  return certainty < KNOWN_FROM ? m.busts_certainty_low() : m.busts_certainty_high()
}

/** How a session ended, as text. */
export const OUTCOME_TEXTS: Record<BustOutcome, () => string> = {
  peace: m.busts_outcome_peace,
  kicked_out: m.busts_outcome_kicked_out,
}
/** Who ended a session, as text. */
export const BY_TEXTS: Record<BustedBy, () => string> = {
  guard: m.busts_by_guard,
  police: m.busts_by_police,
  neighbour: m.busts_by_neighbour,
  other: m.busts_by_other,
}
/** How people were kicked out, as text. */
export const HOW_TEXTS: Record<BustedHow, () => string> = {
  asked: m.busts_how_asked,
  ticket: m.busts_how_ticket,
}

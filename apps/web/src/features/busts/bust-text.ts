import { CERTAIN_FROM } from '@nollie/contract/busts/bust-values'
import type { BustedBy, BustedHow, BustOutcome } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { dateFormat } from '../../lib/format.ts'

// January 3, 2000 was a Monday.
const MONDAY = Date.UTC(2000, 0, 3)
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** From this certainty (percent), the chance is based on reports. */
const KNOWN_FROM = 60

const longDay = dateFormat({ weekday: 'long', timeZone: 'UTC' })
const shortDay = dateFormat({ weekday: 'short', timeZone: 'UTC' })
const hourOfDay = dateFormat({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const date = dateFormat({ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** The name of a weekday; 0 is Monday. */
export const weekdayText = (weekday: number): string => longDay(MONDAY + weekday * DAY_MS)
/** The short name of a weekday; 0 is Monday. */
export const shortWeekdayText = (weekday: number): string => shortDay(MONDAY + weekday * DAY_MS)
/** A full hour as a time of day; 24 is midnight. */
export const hourText = (hour: number): string => hourOfDay(MONDAY + (hour % 24) * HOUR_MS)
/** A date like `2026-01-31` with its weekday. */
export const dateText = (day: string): string => date(`${day}T00:00:00Z`)

/** How reliable a chance is. */
export const certaintyText = (certainty: number): string => {
  if (certainty < CERTAIN_FROM) return m.busts_certainty_guess()
  return certainty < KNOWN_FROM ? m.busts_certainty_some() : m.busts_certainty_known()
}

/** How a session ended. */
export const OUTCOME_TEXTS: Record<BustOutcome, () => string> = {
  peace: m.busts_outcome_peace,
  kicked_out: m.busts_outcome_kicked_out,
}
/** Who ended a session. */
export const BY_TEXTS: Record<BustedBy, () => string> = {
  guard: m.busts_by_guard,
  police: m.busts_by_police,
  neighbour: m.busts_by_neighbour,
  other: m.busts_by_other,
}
/** How a session was ended. */
export const HOW_TEXTS: Record<BustedHow, () => string> = {
  asked: m.busts_how_asked,
  ticket: m.busts_how_ticket,
}

import {
  BUST_DAYS,
  BUST_OUTCOMES,
  BUSTED_BY,
  BUSTED_HOW,
  type BustedBy,
  type BustedHow,
  type BustOutcome,
} from '@nollie/contract/busts/bust-values'

/** The form's values. `day` is empty while the date field is invalid. */
export type BustValues = {
  /** The date on which the form was filled in. */
  on: string
  day: string
  hour: number
  outcome: BustOutcome | null
  by_whom: BustedBy | null
  how: BustedHow | null
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** Returns the hour of the week: 0 is Monday at 0:00, and 167 is the last hour of Sunday. */
export function hourOfWeek({ day, hour }: { day: string; hour: number }): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) * 24 + hour
}

/** Returns the earliest day that a report can be about. */
export function firstDay(today: string): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - BUST_DAYS * DAY_MS).toISOString().slice(0, 10)
}

function findChoice<T extends string>(known: readonly T[], value: unknown): T | null {
  return known.find((one) => one === value) ?? null
}

/**
 * Returns a function that reads stored values. If the values weren't stored today, the function returns a session that
 * ends now, because relative days would be wrong.
 */
export function readValues(now: { day: string; hour: number }, preset: BustOutcome | null = null) {
  return (stored: unknown): BustValues => {
    const typed = (stored ?? {}) as Partial<Record<keyof BustValues, unknown>>
    const { day, hour, outcome, by_whom, how } = typed.on === now.day ? typed : {}
    const isDay = typeof day === 'string' && DAY.test(day) && day >= firstDay(now.day) && day <= now.day
    const isHour = typeof hour === 'number' && Number.isInteger(hour) && hour >= 0 && hour <= 23
    return {
      on: now.day,
      day: isDay ? day : now.day,
      hour: isDay && isHour ? hour : now.hour,
      outcome: findChoice(BUST_OUTCOMES, outcome) ?? preset,
      by_whom: findChoice(BUSTED_BY, by_whom),
      how: findChoice(BUSTED_HOW, how),
    }
  }
}

/** Builds the request body. Sessions that went fine have no details about who ended them or how. */
export function toReport({ day, hour, outcome, by_whom, how }: BustValues) {
  return {
    day,
    hour,
    outcome: outcome ?? 'peace',
    by_whom: outcome === 'kicked_out' ? by_whom : null,
    how: outcome === 'kicked_out' ? how : null,
  }
}

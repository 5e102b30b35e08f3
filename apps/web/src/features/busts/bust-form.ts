import {
  BUST_DAYS,
  BUST_OUTCOMES,
  BUSTED_BY,
  BUSTED_HOW,
  type BustedBy,
  type BustedHow,
  type BustOutcome,
} from '@nollie/contract/busts/bust-values'

/** The form's values; `day` is empty while its input is invalid. */
export type BustValues = {
  /** The date on which it was filled in. */
  on: string
  day: string
  hour: number
  outcome: BustOutcome | null
  by_whom: BustedBy | null
  how: BustedHow | null
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** The hour of the week: Monday 0:00 is 0, the last hour of Sunday is 167. */
export const hourOfWeek = ({ day, hour }: { day: string; hour: number }): number =>
  ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) * 24 + hour

/** The earliest day that can be reported. */
export const firstDay = (today: string): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - BUST_DAYS * DAY_MS).toISOString().slice(0, 10)

const findChoice = <T extends string>(known: readonly T[], value: unknown): T | null =>
  known.find((one) => one === value) ?? null

/**
 * Reads stored values. If they aren't from today, returns a session that ends now, because relative days would be
 * wrong.
 */
export const readValues =
  (now: { day: string; hour: number }) =>
  (stored: unknown): BustValues => {
    const typed = (stored ?? {}) as Partial<Record<keyof BustValues, unknown>>
    const { day, hour, outcome, by_whom, how } = typed.on === now.day ? typed : {}
    const isDay = typeof day === 'string' && DAY.test(day) && day >= firstDay(now.day) && day <= now.day
    const isHour = typeof hour === 'number' && Number.isInteger(hour) && hour >= 0 && hour <= 23
    return {
      on: now.day,
      day: isDay ? day : now.day,
      hour: isDay && isHour ? hour : now.hour,
      outcome: findChoice(BUST_OUTCOMES, outcome),
      by_whom: findChoice(BUSTED_BY, by_whom),
      how: findChoice(BUSTED_HOW, how),
    }
  }

/** The request body. A session without hassle has no details about who or how. */
export const toReport = ({ day, hour, outcome, by_whom, how }: BustValues) => ({
  ...{ day, hour, outcome: outcome ?? 'peace' },
  by_whom: outcome === 'kicked_out' ? by_whom : null,
  how: outcome === 'kicked_out' ? how : null,
})

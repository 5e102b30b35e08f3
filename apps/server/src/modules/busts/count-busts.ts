import type { StoredWindow } from '../../db/tables/conditions.ts'
import { findBestWindows, estimateChances, type HourChance } from './bust-clock.ts'
import { toHourOfWeek, getPrior, WEEK_HOURS } from './bust-priors.ts'
import { getWeekday } from './local-time.ts'

/**
 * The number of sessions reported for one hour of one day, and how many of them ended with people getting kicked out.
 */
export type DaySum = { day: string; hour: number; sessions: number; kicked: number }

const SUNDAY = 6

function percent(share: number): number {
  return Math.round(share * 100)
}

/** Converts a spot's statistics to the whole percentages that we store and display. */
export function toShown(known: readonly HourChance[]): {
  chances: number[]
  certainties: number[]
  windows: StoredWindow[]
} {
  return {
    chances: known.map(({ chance }) => percent(chance)),
    certainties: known.map(({ certainty }) => percent(certainty)),
    windows: findBestWindows(known).map(({ chance, certainty, ...window }) => ({
      ...window,
      chance: percent(chance),
      certainty: percent(certainty),
    })),
  }
}

/** Computes a spot's statistics from its reports. Holidays count as Sundays. */
export function countBusts(
  days: readonly DaySum[],
  { types, holidays }: { types: readonly string[]; holidays: ReadonlySet<string> },
) {
  const sessions = Array.from({ length: WEEK_HOURS }, () => 0)
  const kicked = Array.from({ length: WEEK_HOURS }, () => 0)
  const sums = days.map(({ day, ...sum }) => ({
    ...sum,
    weekday: holidays.has(day) ? SUNDAY : getWeekday(day),
  }))
  for (const sum of sums) {
    const at = toHourOfWeek(sum.weekday, sum.hour)
    sessions[at] = (sessions[at] ?? 0) + sum.sessions
    kicked[at] = (kicked[at] ?? 0) + sum.kicked
  }
  return { sessions, kicked, ...toShown(estimateChances(sums, getPrior(types))) }
}

/** Returns the default statistics for a spot without reports, based on its types. */
export function guessClock(types: readonly string[]) {
  return toShown(estimateChances([], getPrior(types)))
}

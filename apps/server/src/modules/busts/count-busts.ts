import type { StoredWindow } from '../../db/tables-conditions.ts'
import { bestWindows, estimateChances, type HourChance } from './bust-clock.ts'
import { hourOfWeek, getPrior, WEEK_HOURS } from './bust-priors.ts'
import { getWeekday } from './local-time.ts'

/** How many sessions were reported for one hour of one day, and how many of them ended early. */
export type DaySum = { day: string; hour: number; sessions: number; kicked: number }

const SUNDAY = 6

const percent = (share: number): number => Math.round(share * 100)

/** Statistics of a spot, in the whole percents that are stored and shown. */
export const toShown = (
  known: readonly HourChance[],
): { chances: number[]; certainties: number[]; windows: StoredWindow[] } => ({
  chances: known.map(({ chance }) => percent(chance)),
  certainties: known.map(({ certainty }) => percent(certainty)),
  windows: bestWindows(known).map(({ chance, certainty, ...window }) => ({
    ...window,
    chance: percent(chance),
    certainty: percent(certainty),
  })),
})

/** The statistics of a spot from its reports. A holiday counts as a Sunday. */
export const countBusts = (
  days: readonly DaySum[],
  { types, holidays }: { types: readonly string[]; holidays: ReadonlySet<string> },
) => {
  const sessions = Array.from({ length: WEEK_HOURS }, () => 0)
  const kicked = Array.from({ length: WEEK_HOURS }, () => 0)
  const sums = days.map(({ day, ...sum }) => ({
    ...sum,
    weekday: holidays.has(day) ? SUNDAY : getWeekday(day),
  }))
  for (const sum of sums) {
    const at = hourOfWeek(sum.weekday, sum.hour)
    sessions[at] = (sessions[at] ?? 0) + sum.sessions
    kicked[at] = (kicked[at] ?? 0) + sum.kicked
  }
  return { sessions, kicked, ...toShown(estimateChances(sums, getPrior(types))) }
}

/** The statistics of a spot without reports: the default by type. */
export const guessedClock = (types: readonly string[]) => toShown(estimateChances([], getPrior(types)))

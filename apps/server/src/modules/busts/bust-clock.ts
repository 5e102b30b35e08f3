import { toHourOfWeek, WEEK_HOURS } from './bust-priors.ts'

/**
 * Reports for one hour of the week: the number of sessions, and how many of them ended with people getting kicked out.
 */
export type HourSum = { weekday: number; hour: number; sessions: number; kicked: number }

/**
 * One hour's chance of getting kicked out, and how much of that estimate comes from reports. Both range from 0 to 1.
 */
export type HourChance = { chance: number; certainty: number }

/** A range of hours on one day; `to` is exclusive. */
export type BustWindow = { weekday: number; from: number; to: number; chance: number; certainty: number }

/** Weight of the spot types' default, as a number of sessions. */
const PRIOR_SESSIONS = 3
/** How many hours before and after a session its report still has an effect. */
const HOUR_SPREAD = 1.6
/**
 * Weight of a report about the same hour zero to three days away, if both days are weekdays or both are on a weekend.
 */
const NEAR_DAYS = [1, 0.7, 0.55, 0.45] as const
/** Weight if one day is a weekday and the other is on a weekend. */
const OTHER_DAYS = 0.12
/** Length of a window in hours, and the range of hours it can cover, so that we never recommend four in the morning. */
const WINDOW_HOURS = 3
const FIRST_HOUR = 8
const LAST_HOUR = 23
const WINDOWS = 3
/** How strongly a window is penalized for uncertainty. */
const CAUTION = 0.35

function around(a: number, b: number, length: number): number {
  const apart = Math.abs(a - b) % length
  return Math.min(apart, length - apart)
}

function isWeekend(weekday: number): boolean {
  return weekday >= 5
}

function dayWeight(a: number, b: number): number {
  if (isWeekend(a) !== isWeekend(b)) return OTHER_DAYS
  return NEAR_DAYS[around(a, b, 7)] ?? 0
}

/**
 * Returns how much a session in one hour counts toward another hour. Hours wrap around within a week and within a day.
 */
function computeWeight(from: number, to: number): number {
  const apart = around(from, to, WEEK_HOURS)
  // Shortly after midnight still counts as the previous evening.
  if (apart <= 4) return Math.exp(-((apart / HOUR_SPREAD) ** 2) / 2)
  const hours = around(from % 24, to % 24, 24)
  if (hours > 4) return 0
  return dayWeight(Math.floor(from / 24), Math.floor(to / 24)) * Math.exp(-((hours / HOUR_SPREAD) ** 2) / 2)
}

const WEIGHTS: readonly (readonly number[])[] = Array.from({ length: WEEK_HOURS }, (_, from) =>
  Array.from({ length: WEEK_HOURS }, (_, to) => computeWeight(from, to)),
)

/**
 * Estimates the chance of getting kicked out for each hour of the week. Uses a beta-binomial model whose prior is the
 * default for the spot types. A session also counts toward adjacent hours and days (docs/decisions/0100-bust-clock.md).
 */
export function estimateChances(sums: readonly HourSum[], prior: readonly number[]): HourChance[] {
  const seen = sums.map(({ weekday, hour, ...sum }) => ({
    weights: WEIGHTS[toHourOfWeek(weekday, hour)] ?? [],
    ...sum,
  }))
  return prior.map((guess, at) => {
    let sessions = 0
    let kicked = 0
    for (const one of seen) {
      const weight = one.weights[at] ?? 0
      sessions += weight * one.sessions
      kicked += weight * one.kicked
    }
    const all = PRIOR_SESSIONS + sessions
    return { chance: (PRIOR_SESSIONS * guess + kicked) / all, certainty: sessions / all }
  })
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

// Standard deviation of a beta distribution with this mean. The number of sessions follows from `certainty`.
function computeDoubt({ chance, certainty }: HourChance): number {
  return Math.sqrt((chance * (1 - chance)) / (PRIOR_SESSIONS / Math.max(1e-6, 1 - certainty) + 1))
}

function windowAt(chances: readonly HourChance[], weekday: number, from: number) {
  const begins = toHourOfWeek(weekday, from)
  const hours = chances.slice(begins, begins + WINDOW_HOURS)
  const chance = computeMean(hours.map((hour) => hour.chance))
  const certainty = computeMean(hours.map((hour) => hour.certainty))
  const cost = chance + CAUTION * computeMean(hours.map(computeDoubt))
  return { weekday, from, to: from + WINDOW_HOURS, chance, certainty, cost }
}

/** Returns the three windows with the lowest chances, each on a different day, best first. */
export function findBestWindows(chances: readonly HourChance[]): BustWindow[] {
  const days = Array.from({ length: 7 }, (_, weekday) => {
    const starts = Array.from({ length: LAST_HOUR - WINDOW_HOURS - FIRST_HOUR + 1 }, (_, i) => FIRST_HOUR + i)
    const windows = starts.map((from) => windowAt(chances, weekday, from))
    return windows.reduce((best, one) => (one.cost < best.cost - 1e-9 ? one : best))
  })
  return days
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, WINDOWS)
    .map(({ cost: _, ...window }) => window)
}

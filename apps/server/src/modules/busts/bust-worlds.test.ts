import { expect, test } from 'vitest'
import { findBestWindows, estimateChances, type HourSum } from './bust-clock.ts'
import { toHourOfWeek, getPrior, WEEK_HOURS } from './bust-priors.ts'

// Simulates worlds in which the true chances are known. Each spot has its own pattern, which the defaults don't
// include.

const SPOTS = 400
const REPORTS = 40
/** A window is right if its true chance is at most this much higher than the third-best window's in that world. */
const CLOSE = 0.1

/** Mulberry32, a seeded generator: returns the same numbers in every run. */
function dice(seed: number) {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

type Roll = () => number
const KINDS = [['ledges'], ['stairs', 'rails'], ['plaza'], ['diy'], ['park']] as const

type Habit = (weekday: number, hour: number) => number

// Reasons people get kicked out: office hours, a guard on some shift, neighbors in the evening, a market, a school, or
// none at all.
function rollHabits(roll: Roll): Habit[] {
  const high = 0.55 + 0.4 * roll()
  const from = 7 + Math.floor(roll() * 5)
  const market = Math.floor(roll() * 7)
  const shift = Math.floor(roll() * 24)
  return [
    (weekday, hour) => (weekday < 5 && hour >= from && hour < from + 9 ? high : 0.05),
    (_, hour) => ((hour - shift + 24) % 24 < 9 ? high : 0.08),
    (_, hour) => (hour >= 18 || hour < 8 ? high : 0.08),
    (weekday, hour) => (weekday >= 5 && hour >= 9 ? high : 0.1),
    (weekday, hour) => (weekday === market && hour >= 6 && hour < 17 ? high : 0.12),
    (weekday, hour) => (weekday < 5 && hour >= 8 && hour < 16 ? high : weekday === 6 ? 0.05 : 0.25),
    () => 0.06,
    () => high,
  ]
}

type World = { types: readonly string[]; truth: number[] }

function drawWorld(roll: Roll): World {
  const types = KINDS[Math.floor(roll() * KINDS.length)] ?? KINDS[0]
  const habits = rollHabits(roll)
  const habit = habits[Math.floor(roll() * habits.length)] ?? (() => 0)
  const guess = getPrior(types)
  const truth = Array.from({ length: WEEK_HOURS }, (_, at) =>
    Math.min(0.97, 0.8 * habit(Math.floor(at / 24), at % 24) + 0.2 * (guess[at] ?? 0)),
  )
  return { types, truth }
}

// People skate mostly in the afternoon and evening, more on weekends, and occasionally at any hour.
function drawSession(roll: Roll) {
  const weekday = roll() < 0.45 ? 5 + Math.floor(roll() * 2) : Math.floor(roll() * 5)
  const hour = roll() < 0.8 ? 11 + Math.floor((roll() + roll()) * 6) : 7 + Math.floor(roll() * 16)
  return { weekday, hour }
}

function drawReports({ truth }: World, roll: Roll): HourSum[] {
  return Array.from({ length: REPORTS }, () => {
    const at = drawSession(roll)
    return { ...at, sessions: 1, kicked: roll() < (truth[toHourOfWeek(at.weekday, at.hour)] ?? 0) ? 1 : 0 }
  })
}

function certain(truth: readonly number[]) {
  return truth.map((chance) => ({ chance, certainty: 1 }))
}

/** Returns the true chance of getting kicked out in each of these windows. */
function computeTruth(windows: ReturnType<typeof findBestWindows>, truth: readonly number[]): number[] {
  return windows.map(({ weekday, from, to }) => {
    const hours = truth.slice(toHourOfWeek(weekday, from), toHourOfWeek(weekday, from) + to - from)
    return hours.reduce((sum, chance) => sum + chance, 0) / hours.length
  })
}

function computeMean(values: readonly number[]) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function computeFigures(seed: number) {
  const roll = dice(seed)
  const sum = { right: 0, guessedRight: 0, cost: 0, guessCost: 0, bestCost: 0 }
  for (let i = 0; i < SPOTS; i++) {
    const world = drawWorld(roll)
    const prior = getPrior(world.types)
    const best = computeTruth(findBestWindows(certain(world.truth)), world.truth)
    const chosen = computeTruth(
      findBestWindows(estimateChances(drawReports(world, roll), prior)),
      world.truth,
    )
    const guessed = computeTruth(findBestWindows(estimateChances([], prior)), world.truth)
    // A spot is right if all three of its windows are.
    const isRight = (windows: readonly number[]) => Math.max(...windows) <= Math.max(...best) + CLOSE
    sum.right += isRight(chosen) ? 1 / SPOTS : 0
    sum.guessedRight += isRight(guessed) ? 1 / SPOTS : 0
    sum.cost += computeMean(chosen) / SPOTS
    sum.guessCost += computeMean(guessed) / SPOTS
    sum.bestCost += computeMean(best) / SPOTS
  }
  return sum
}

function percent(share: number) {
  return `${(share * 100).toFixed(1)} %`
}

test('after forty reports the chosen windows are right in four of five worlds, and better than the default by type', () => {
  for (const seed of [1, 2, 3]) {
    const { right, guessedRight, cost, guessCost, bestCost } = computeFigures(seed)
    console.info(
      `bust clock, seed ${seed}, ${SPOTS} spots, ${REPORTS} reports each: windows right ${percent(right)} (by kind ${percent(guessedRight)}); ` +
        `kicked out in them ${percent(cost)} (by kind ${percent(guessCost)}, at best ${percent(bestCost)})`,
    )
    expect(right).toBeGreaterThanOrEqual(0.8)
    expect(right).toBeGreaterThan(guessedRight)
    expect(cost).toBeLessThan(guessCost)
  }
})

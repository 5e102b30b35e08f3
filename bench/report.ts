import { appendFileSync } from 'node:fs'
import { basename } from 'node:path'
import { cleanUp } from './clean-up.ts'

/** What a figure has to reach. */
export type Goal = { max: number } | { min: number }

export type Unit = 'x' | 'ms' | 's' | 'B' | '/s' | ''

/** One measured figure. Its name stays the same from run to run, so that runs can be compared. */
export type Figure = {
  bench: string
  name: string
  value: number
  unit: Unit
  goal?: Goal
  /** Further numbers, for people. */
  detail?: string
  /** Why there is no value here. */
  skipped?: string
}

/** File that `npm run bench` gathers the figures in, a line each. */
export const FIGURES_FILE = 'NOLLIE_BENCH_FIGURES'

const bench = basename(process.argv[1] ?? '').replace('.bench.ts', '')

/** A number as a table shows it. */
export const shown = (value: number, unit: Unit): string => {
  const digits = unit === 'B' || Math.abs(value) >= 100 ? 0 : unit === 'x' || Math.abs(value) < 10 ? 2 : 1
  return `${value.toFixed(digits)}${unit === 'x' || unit === '/s' || unit === '' ? unit : ` ${unit}`}`
}

/** A goal as a table shows it. */
export const goalShown = ({ goal, unit }: Pick<Figure, 'goal' | 'unit'>): string =>
  goal ? ('max' in goal ? `<= ${shown(goal.max, unit)}` : `>= ${shown(goal.min, unit)}`) : ''

/** Whether a figure does not reach its goal. What could not be computed does not. */
export const isMissed = ({ goal, value, skipped }: Figure): boolean =>
  goal !== undefined && skipped === undefined && !('max' in goal ? value <= goal.max : value >= goal.min)

/** How much of its goal a figure is; undefined without one. */
export const ofGoal = ({ goal, value }: Figure): number | undefined =>
  goal && value / ('max' in goal ? goal.max : goal.min)

const write = (figure: Figure): void => {
  const file = process.env[FIGURES_FILE]
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`)
}

/** Reports a figure of this bench; one that misses its goal fails the run. */
export const report = (figure: Omit<Figure, 'bench' | 'skipped'>): void => {
  const whole = { bench, ...figure }
  const missed = isMissed(whole)
  const goal = figure.goal ? `  goal ${goalShown(figure)}${missed ? '  MISSED' : ''}` : ''
  console.log(`${figure.name.padEnd(64)} ${shown(figure.value, figure.unit)}${goal}`)
  if (figure.detail) console.log(`  ${figure.detail}`)
  write(whole)
  if (missed) process.exitCode = 1
}

/** Reports that a figure cannot be measured on this machine. */
export const reportSkipped = (name: string, reason: string): void => {
  console.log(`${name.padEnd(64)} not measured: ${reason}`)
  write({ bench, name, value: 0, unit: '', skipped: reason })
}

/** The last line of a bench: stops and removes everything, and ends the program. */
export const done = async (): Promise<never> => {
  await cleanUp()
  process.exit()
}

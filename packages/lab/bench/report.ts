import { appendFileSync } from 'node:fs'
import { basename } from 'node:path'
import { cleanUp } from './clean-up.ts'

/** The bound that a measurement must meet. */
export type Goal = { max: number } | { min: number }

export type Unit = 'x' | 'ms' | 's' | 'B' | '/s' | ''

/** A measurement. Its name stays the same from run to run, so that runs can be compared. */
export type Figure = {
  bench: string
  name: string
  value: number
  unit: Unit
  goal?: Goal
  /** More numbers, as text. */
  detail?: string
  /** The reason there's no value. */
  skipped?: string
}

/** The environment variable for the file in which `npm run bench` collects measurements, one per line. */
export const FIGURES_FILE = 'NOLLIE_BENCH_FIGURES'

const bench = basename(process.argv[1] ?? '').replace('.bench.ts', '')

/** Formats a number for the table. */
export function shown(value: number, unit: Unit): string {
  const digits = unit === 'B' || Math.abs(value) >= 100 ? 0 : unit === 'x' || Math.abs(value) < 10 ? 2 : 1
  return `${value.toFixed(digits)}${unit === 'x' || unit === '/s' || unit === '' ? unit : ` ${unit}`}`
}

/** Formats a goal for the table. */
export function goalShown({ goal, unit }: Pick<Figure, 'goal' | 'unit'>): string {
  return goal ? ('max' in goal ? `<= ${shown(goal.max, unit)}` : `>= ${shown(goal.min, unit)}`) : ''
}

/** Whether a measurement misses its goal. Also true if the value isn't a number. */
export function isMissed({ goal, value, skipped }: Figure): boolean {
  return (
    goal !== undefined && skipped === undefined && !('max' in goal ? value <= goal.max : value >= goal.min)
  )
}

/** Returns the ratio of a measurement to its goal; undefined without a goal. */
export function ofGoal({ goal, value }: Figure): number | undefined {
  return goal && value / ('max' in goal ? goal.max : goal.min)
}

function write(figure: Figure): void {
  const file = process.env[FIGURES_FILE]
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`)
}

/** Reports one of this bench's measurements. If it misses its goal, the run fails. */
export function report(figure: Omit<Figure, 'bench' | 'skipped'>): void {
  const whole = { bench, ...figure }
  const missed = isMissed(whole)
  const goal = figure.goal ? `  goal ${goalShown(figure)}${missed ? '  MISSED' : ''}` : ''
  console.log(`${figure.name.padEnd(64)} ${shown(figure.value, figure.unit)}${goal}`)
  if (figure.detail) console.log(`  ${figure.detail}`)
  write(whole)
  if (missed) process.exitCode = 1
}

/** Reports that a measurement isn't possible on this machine. */
export function reportSkipped(name: string, reason: string): void {
  console.log(`${name.padEnd(64)} not measured: ${reason}`)
  write({ bench, name, value: 0, unit: '', skipped: reason })
}

/** Ends a bench: runs the cleanup and exits. */
export async function done(): Promise<never> {
  await cleanUp()
  process.exit()
}

import { globSync } from 'node:fs'
import { everyDay, isByDay, onDay, PASS } from './files-of-the-day.ts'
import { SEED } from './samples-of-the-day.ts'

const SERVER = new URL('..', import.meta.url).pathname

/** The files of tests that are included and not excluded. */
export const found = ({
  include,
  exclude,
}: {
  include: readonly string[]
  exclude: readonly string[]
}): string[] => {
  const without = new Set(globSync(exclude, { cwd: SERVER }))
  return globSync(include, { cwd: SERVER }).filter((file) => !without.has(file))
}

/** Says once per run how many files are left to other days. The sums have this line, too (scripts/lib/quick-checks.mjs). */
export default function sayWhatIsLeft(): void {
  if (!isByDay) return
  const all = found(everyDay(PASS)).length
  const left = all - found(onDay(PASS, SEED)).length
  console.log(
    `${left} of ${all} files are left to other days, drawn by NOLLIE_TEST_SEED=${SEED}; all: npm test -- --all`,
  )
}

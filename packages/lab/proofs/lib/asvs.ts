import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')

/** The number of level 1 and 2 rows in the published ASVS 5.0.0, by chapter. */
const ROWS_OF_STANDARD: Readonly<Record<string, readonly [level1: number, level2: number]>> = {
  V1: [8, 19],
  V2: [4, 7],
  V3: [8, 11],
  V4: [2, 8],
  V5: [4, 5],
  V6: [13, 22],
  V7: [6, 12],
  V8: [4, 3],
  V9: [4, 3],
  V10: [5, 24],
  V11: [3, 11],
  V12: [3, 6],
  V13: [1, 12],
  V14: [2, 7],
  V15: [3, 10],
  V16: [0, 16],
  V17: [0, 7],
}

/** Returns the number of rows for a level in the published standard. */
export function rowsOfStandard(level: 1 | 2): number {
  return Object.values(ROWS_OF_STANDARD).reduce(
    (sum, [level1, level2]) => sum + (level === 1 ? level1 : level2),
    0,
  )
}

/** A row in docs/asvs.md. `-` means that it doesn't apply here, and `open` that it isn't met. */
export type AsvsRow = { id: string; level: 1 | 2; state: 'met' | 'open' | '-'; what: string; shownBy: string }

/** Parses the rows in docs/asvs.md. */
export function asvsRows(text = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8')): AsvsRow[] {
  return [...text.matchAll(/^\| (V[\d.]+) \| ([12]) \| (met|open|-) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, id = '', level, state, what = '', shownBy = '']) => ({
      id,
      what,
      shownBy,
      level: level === '1' ? 1 : 2,
      state: state as AsvsRow['state'],
    }),
  )
}

const FILE = /`([\w./-]+\/[\w./-]+|[A-Z]+\.md)`/g

/** Lists the errors in these rows, one sentence each. */
export function asvsErrors(rows: readonly AsvsRow[]): string[] {
  const errors: string[] = []
  for (const [chapter, wanted] of Object.entries(ROWS_OF_STANDARD)) {
    const ours = rows.filter(({ id }) => id.startsWith(`${chapter}.`))
    const found = [1, 2].map((level) => ours.filter((row) => row.level === level).length)
    if (String(found) !== String(wanted))
      errors.push(`${chapter} has ${found.join(' and ')} rows instead of ${wanted.join(' and ')}`)
  }
  const ids = rows.map(({ id }) => id)
  if (new Set(ids).size !== ids.length) errors.push('a row is there twice')
  for (const { id, state, shownBy } of rows) {
    const files = [...shownBy.matchAll(FILE)].map(([, file = '']) => file)
    for (const file of files) if (!existsSync(join(ROOT, file))) errors.push(`${id}: there is no ${file}`)
    if (state === 'met' && files.length === 0) errors.push(`${id} names nothing that shows it`)
    if (state !== 'met' && shownBy.trim().length < 8) errors.push(`${id} gives no reason`)
  }
  return errors
}

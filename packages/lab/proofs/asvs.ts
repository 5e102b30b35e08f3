import { asvsErrors, asvsRows, rowsOfStandard } from './lib/asvs.ts'
import { report } from './lib/report.ts'

// Proof 15, OWASP ASVS 5.0.0: docs/asvs.md has every row of levels 1 and 2 with its evidence, or the reason there is
// none. People have checked whether a test proves its row. This proof checks that all rows are present and that the
// files exist. Seen to fail by: a row without its file, a renamed test, and a row removed from docs/asvs.md.

const GOALS = { 1: 1, 2: 121 / 127 }

const rows = asvsRows()
const errors = asvsErrors(rows)
for (const error of errors) console.log(`  ${error}`)
for (const level of [1, 2] as const) {
  const ours = rows.filter((row) => row.level === level)
  const applying = ours.filter(({ state }) => state !== '-')
  const met = applying.filter(({ state }) => state === 'met').length
  const goal = Math.ceil(applying.length * GOALS[level])
  console.log(`level ${level}: ${rowsOfStandard(level)} rows, of which ${applying.length} apply to Nollie`)
  report({
    what: `rows of level ${level} that are met`,
    figure: `${met} of ${applying.length}`,
    goal: `${level === 1 ? '' : '>= '}${goal} of ${applying.length}`,
    isMet: met >= goal,
  })
  for (const { id, what, shownBy } of applying.filter(({ state }) => state === 'open'))
    console.log(`  not met: ${id} ${what}: ${shownBy}`)
}
report({
  what: 'rows without a file or a reason',
  figure: String(errors.length),
  goal: '0',
  isMet: errors.length === 0,
})

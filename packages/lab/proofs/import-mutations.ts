import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  findMisplaced,
  makeMutation,
  readAsImport,
} from '../../../apps/server/test/makers/imports/import-mutations.ts'
import { isOver, option, seed } from './lib/options.ts'
import { report, seeded } from './lib/report.ts'

// Proof 18, import mutations: 10,000 files (`--mutations N`) with one record each, in which one character was changed,
// read as `npm run import` reads them. No spot is more than 100 m from where a strict reader of the format puts it,
// unless the record is rejected or needs to be checked. `--seed N` repeats the files, and `--minutes N` ends a run
// earlier. Seen to fail by: reading KML corners with `text.split(',').map(Number)`, which turns stray whitespace into a
// corner at 0 degrees.

const mutations = option('--mutations', { whole: 10_000, short: 500 })
const SHOWN = 20

const folder = mkdtempSync(join(tmpdir(), 'nollie-mutations-'))
const random = seeded(seed)
console.log(`${mutations} mutated files, seed ${seed}`)
let [read, placed, warned, misplaced] = [0, 0, 0, 0]
try {
  while (read < mutations && !isOver()) {
    const mutation = makeMutation(random)
    const path = join(folder, `mutated${mutation.ending}`)
    writeFileSync(path, mutation.text)
    const reading = await readAsImport(path)
    const wrong = findMisplaced(mutation, reading)
    read += 1
    placed += reading.spots.length
    warned += reading.isWarned ? 1 : 0
    misplaced += wrong.length
    if (wrong.length > 0 && misplaced <= SHOWN)
      console.log(`  file ${read}, ${JSON.stringify({ ...mutation, wrong })}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`  ${read} files: ${placed} spots placed, ${warned} files refused or to be checked`)
report({
  what: 'spots more than 100 m off without a warning',
  figure: String(misplaced),
  goal: '0',
  isMet: misplaced === 0,
})
report({
  what: 'files whose spot was placed',
  figure: String(placed),
  goal: `>= ${Math.round(read / 10)}`,
  isMet: placed >= read / 10,
})

import { brokenAtRest, brokenInvariants } from './lib/model/invariants.ts'
import { FOUND } from './lib/model/seeds.ts'
import { runSequence, type Violation } from './lib/model/sequence.ts'
import { openWorld } from './lib/model/world.ts'
import { report } from './lib/report.ts'

// Proof 10, a model of the community: 10,000 sequences (`--sequences N`) of 8 to 19 steps, in which four people share,
// like, comment, save, follow, block, delete, are suspended, request deletion, return, and are deleted, sequentially or
// two at a time. The rules must allow each outcome in some order. After each sequence, the tables must match the model,
// and the API must show two of the people exactly what the rules allow. Counts, orphans, and files are compared every
// hundred sequences. `--seed N` sets the first seed, and `--only N` runs one sequence. Seen to fail by: `union all` in
// `blocked_people` of the database (a person across two blocks is subtracted twice), and
// `notifications_by_visible_people` of the database without its check of the parent comment.

const args = process.argv.slice(2)

function option(name: string, otherwise: number): number {
  return args.includes(name) ? Number(args[args.indexOf(name) + 1]) : otherwise
}

const isShort = args.includes('--short')
const count = option('--sequences', isShort ? 6 : 10_000)
const seed = option('--seed', 20261123)
const only = option('--only', 0)
const EVERY = 100
const SHOWN = 5

const violations: Violation[] = []
const broken = new Set<string>()

const world = await openWorld()
try {
  const seeds = only ? [only] : [...FOUND, ...Array.from({ length: count }, (_, n) => seed + n)]
  for (const [n, one] of seeds.entries()) {
    const violation = await runSequence(world, one)
    if (violation) violations.push(violation)
    if (violation && violations.length <= SHOWN)
      console.log(
        `sequence ${one}\n  ${violation.steps.join('\n  ')}\n  => ${violation.errors.join('\n  => ')}`,
      )
    if ((n + 1) % EVERY === 0) for (const what of await brokenInvariants(world.it)) broken.add(what)
  }
  for (const what of await brokenAtRest(world.it)) broken.add(what)
  for (const what of broken) console.log(`  broken: ${what}`)
  if (violations.length > 0) console.log(`seeds to keep: ${violations.map((one) => one.seed).join(', ')}`)
  report({
    what: `sequences of ${seeds.length} that broke a rule`,
    figure: String(violations.length),
    goal: '0',
    isMet: violations.length === 0,
  })
  report({
    what: 'counts that are not their rows, orphan rows and files',
    figure: String(broken.size),
    goal: '0',
    isMet: broken.size === 0,
  })
} finally {
  await world.close()
}

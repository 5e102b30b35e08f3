import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { seed } from './lib/options.ts'
import { report } from './lib/report.ts'

// Proof 19, open data: 10,000 random spots of every audience and precision. A visitor reads all open data, embedded
// maps, areas, and public lists, in every format. `--seed N` repeats the spots. Seen to fail by: a `visible_spots` that
// returns every spot exactly, which its own test plants in every run.

const ROOT = join(import.meta.dirname, '..', '..', '..')

const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', 'test/authorization/open-crawl.test.ts'],
  {
    cwd: join(ROOT, 'apps/server'),
    stdio: 'inherit',
    env: { ...process.env, NOLLIE_PROOF: 'open-data', NOLLIE_SEED: String(seed) },
  },
)
report({
  what: 'hidden spots of 10,000 that are exactly in open data',
  figure: status === 0 ? '0' : 'some',
  goal: '0',
  isMet: status === 0,
})

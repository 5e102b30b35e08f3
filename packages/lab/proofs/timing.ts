import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { report } from './lib/report.ts'

// Proof 17, timing: a response takes as long for a known address as for an unknown one, and as long for hidden content
// as for content that never existed. Tests always compare statements and hashes; with NOLLIE_PROOF, they also compare
// times. Not yet seen to fail.

const ROOT = join(import.meta.dirname, '../../..')
const FILES = ['src/modules/accounts/sign-in/timing.test.ts', 'test/authorization/timing.test.ts']

const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...FILES, '-t', 'the time of'],
  { cwd: join(ROOT, 'apps/server'), stdio: 'inherit', env: { ...process.env, NOLLIE_PROOF: 'timing' } },
)
report({
  what: 'answers whose time reveals nothing',
  figure: status === 0 ? 'all' : 'not all',
  goal: 'all',
  isMet: status === 0,
})

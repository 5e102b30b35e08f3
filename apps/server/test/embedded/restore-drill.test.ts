import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { PROGRAM_ENV } from '../program-env.ts'

const PROOF = fileURLToPath(new URL('../../../../proofs/restore-drill.ts', import.meta.url))

test('proof 12, short: restored by both kinds of backup, equal by hash; each damaged backup is refused', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROOF, '--short'], { env: PROGRAM_ENV })
  expect(stdout).toContain('2 of 2')
  expect(stdout).toContain('6 of 6')
}, 300_000)

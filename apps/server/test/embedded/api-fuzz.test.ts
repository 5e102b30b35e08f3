import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { PROGRAM_ENV } from '../program-env.ts'

const PROOF = fileURLToPath(new URL('../../../../proofs/api-fuzz.ts', import.meta.url))

test('proof 7, short: no answer 5xx and none that the document does not allow', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROOF, '--short'], { env: PROGRAM_ENV })
  expect(stdout).toMatch(/answers 5xx +0 of/)
  expect(stdout).toMatch(/answers that the document does not allow +0 of/)
}, 300_000)

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { PROGRAM_ENV } from '../program-env.ts'

const PROOF = fileURLToPath(new URL('../../../../proofs/hostile-files.ts', import.meta.url))

test('proof 8, short: no hostile file is executed, none ends the server, no metadata is served', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROOF, '--short'], { env: PROGRAM_ENV })
  expect(stdout).toMatch(/executed, opened or fetched +0 /)
  expect(stdout).toMatch(/the same process serves at the end +yes/)
}, 300_000)

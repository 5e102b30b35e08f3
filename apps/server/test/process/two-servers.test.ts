import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../database.ts'
import { PROGRAM_ENV } from '../program-env.ts'

const PROOF = fileURLToPath(new URL('../../../../proofs/two-servers.ts', import.meta.url))

test('proof 6, short: two servers share limits, sessions, uploads and live events', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [PROOF, '--short', '--database', database.url],
    { env: PROGRAM_ENV },
  ).catch((error: { stdout: string }) => error)
  expect(stdout).not.toContain('MISSED')
  expect(stdout).toMatch(/live events to the wrong person +0 /)
}, 900_000)

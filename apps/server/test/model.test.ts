import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { PROGRAM_ENV } from './program-env.ts'

const PROOF = fileURLToPath(new URL('../../../proofs/model.ts', import.meta.url))

test('proof 10, short: what people do in random order, two at once, is what the rules say', async () => {
  const database = await testDatabase()
  try {
    const env = { ...PROGRAM_ENV, DATABASE_URL: database.url }
    const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [PROOF, '--short'], {
      env,
    }).then(
      (done) => ({ ...done, code: 0 }),
      (failed: { code: number; stdout: string; stderr: string }) => failed,
    )
    expect(code, stdout + stderr).toBe(0)
  } finally {
    await database.close()
  }
}, 600_000)

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { powerMissing } from '../../../../proofs/lib/power.ts'
import { PROGRAM_ENV } from '../program-env.ts'

const PROOF = fileURLToPath(new URL('../../../../proofs/power-cut.ts', import.meta.url))
const missing = powerMissing()

test.skipIf(missing !== null)(
  `proof 2, short: after a power cut everything acknowledged is there${missing ? ` (skipped: ${missing})` : ''}`,
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROOF, '--short'], { env: PROGRAM_ENV })
    expect(stdout).toMatch(/opened after a power cut +1 of 1 /)
    expect(stdout).toMatch(/acknowledged writes lost +0 /)
    expect(stdout).toMatch(/half written +0 /)
  },
  900_000,
)

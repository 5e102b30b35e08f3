import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { SYSTEM_CHROMIUM } from '../../../../e2e/support/chromium.ts'
import { PROGRAM_ENV } from '../program-env.ts'

const PROOF = fileURLToPath(new URL('../../../../proofs/script-injection.ts', import.meta.url))
const BUILD = fileURLToPath(new URL('../../../web/dist/index.html', import.meta.url))
const lacking = SYSTEM_CHROMIUM
  ? existsSync(BUILD)
    ? ''
    : ', skipped: no build of the web client'
  : ', skipped: no Chromium'

test.skipIf(lacking !== '')(
  `proof 9, short: payloads in every text, none runs on screens and in mails${lacking}`,
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROOF, '--short'], { env: PROGRAM_ENV })
    expect(stdout).toMatch(/run, requested or in a page as markup +0 /)
  },
  300_000,
)

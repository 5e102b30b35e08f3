import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SYSTEM_CHROMIUM } from '../../../../e2e/support/chromium.ts'
import { onlyWithAll, shortProof } from '../proof.ts'

const BUILD = fileURLToPath(new URL('../../../web/dist/index.html', import.meta.url))
const lacking = SYSTEM_CHROMIUM
  ? existsSync(BUILD)
    ? onlyWithAll
    : ' (skipped: no build of the web client)'
  : ' (skipped: no Chromium)'

test.skipIf(lacking !== '')(
  `proof 9, short: payloads in every text, none runs on screens and in mails${lacking}`,
  async () => {
    expect(await shortProof('script-injection')).toMatch(/run, requested or in a page as markup +0 /)
  },
  300_000,
)

import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { atEnd, cleanUp } from '../../packages/lab/bench/clean-up.ts'
import { member } from '../../packages/lab/bench/member.ts'
import { startWithSample } from '../../packages/lab/bench/sample-server.ts'
import { launchOptions } from '../../e2e/support/chromium.ts'

// Takes the screenshots that the manifest shows before the app is installed, from the production build with sample
// data. Maintainers run it when these screens look different: node tools/manifest-screenshots/take.ts

const ROOT = join(import.meta.dirname, '../..')
const TO = join(ROOT, 'apps/web/public/screenshots')
const sharp = createRequire(join(ROOT, 'apps/server/package.json'))('sharp')

const SIZES = {
  narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
}
// The feed comes first, which gives the server time to compute where most spots are.
const SCREENS = [
  { name: 'feed', path: '/dashboard' },
  { name: 'map', path: '/spots' },
]

const server = await startWithSample()
const browser = await chromium.launch(launchOptions())
atEnd(() => browser.close())
const { account, bearer } = await member(server)
await fetch(`${server.url}/api/account/preferences`, {
  method: 'PATCH',
  headers: { 'content-type': 'application/json', ...bearer },
  body: JSON.stringify({ welcomed: true }),
})
mkdirSync(TO, { recursive: true })
for (const [form, device] of Object.entries(SIZES)) {
  const context = await browser.newContext({ ...device, baseURL: server.url, locale: 'en-GB' })
  await context.request.post('/api/auth/sign-in', {
    data: account,
    headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
  })
  for (const { name, path } of SCREENS) {
    const page = await context.newPage()
    await page.goto(path)
    if (name === 'map') await page.locator('[data-drawn]').waitFor({ timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(3_000)
    const file = join(TO, `${name}-${form}.webp`)
    await sharp(await page.screenshot({ animations: 'disabled' }))
      .webp({ quality: 70 })
      .toFile(file)
    await page.close()
  }
  await context.close()
}
await cleanUp()

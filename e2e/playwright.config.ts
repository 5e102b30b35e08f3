import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { WITHOUT_MAPS } from './support/chromium.ts'
import { NOT_OF_A_FLEET } from './support/fleet.ts'

// Each change between browsers that were started in different ways costs a start, so files with a map run together; first, because
// the longest are among them.
const usesMaps = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('WITH_MAPS')
const FILES = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.spec.ts'))
const MAPS = FILES.filter(usesMaps)
const REST = FILES.filter((file) => !MAPS.includes(file))

// What is the same on both widths is walked once: on a phone, or with '@wide' where there is a mouse, a keyboard or room;
// with '@desktop' on both (docs/decisions/0129-the-same-tests-every-run.md).
const PHONE = {
  name: 'phone',
  grepInvert: /@wide/,
  use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}
const DESKTOP = { name: 'desktop', grep: /@desktop|@wide/, use: { viewport: { width: 1280, height: 800 } } }

/** Browser journeys on the production build, a real server and a real database of their own. */
export default defineConfig({
  testDir: '.',
  ...(process.env.FLEET && { testIgnore: NOT_OF_A_FLEET }),
  outputDir: '../test-results/e2e',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  // One more than the processors of a small machine: each waits for its server a third of the time.
  workers: 3,
  // Two journeys were seen to lose a press on a busy machine, and the cause isn't proven yet. Second tries are named in the
  // totals, and fail with NO_SECOND_TRY=yes.
  retries: 1,
  failOnFlakyTests: Boolean(process.env.NO_SECOND_TRY),
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // Routes of tests do not see what a service worker asks for; its own journeys allow it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A press on what does not come is over before its journey is.
    actionTimeout: 60_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    ...WITHOUT_MAPS,
    // Animations cost the processor as well.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { ...PHONE, testMatch: MAPS },
    { ...DESKTOP, testMatch: MAPS },
    { ...PHONE, testMatch: REST },
    { ...DESKTOP, testMatch: REST },
  ],
})

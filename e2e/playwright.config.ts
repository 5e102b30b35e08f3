import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { WITHOUT_MAPS } from './support/chromium.ts'
import { NOT_OF_A_FLEET } from './support/fleet.ts'

// Switching between launch options costs a browser start, so files that need a map run together. They run first,
// because the longest ones are among them.
function usesMaps(file: string) {
  return readFileSync(join(import.meta.dirname, file), 'utf8').includes('WITH_MAPS')
}

const FILES = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.spec.ts'))
const MAPS = FILES.filter(usesMaps)
const REST = FILES.filter((file) => !MAPS.includes(file))

// Journeys run once, on a phone. '@wide' moves a journey to the desktop, for a mouse, a keyboard, or more space, and
// '@desktop' runs it on both (docs/decisions/0129-the-same-tests-every-run.md).
const PHONE = {
  name: 'phone',
  grepInvert: /@wide/,
  use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}
const DESKTOP = { name: 'desktop', grep: /@desktop|@wide/, use: { viewport: { width: 1280, height: 800 } } }

/** Browser journeys on the production build, with their own real server and database. */
export default defineConfig({
  testDir: '.',
  ...(process.env.FLEET && { testIgnore: NOT_OF_A_FLEET }),
  outputDir: '../test-results/e2e',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  // One more than a small machine's processors, because each worker spends a third of its time waiting for the server.
  workers: 3,
  // A journey that fails only sometimes has a fault, or the product does.
  retries: 0,
  // Far longer than needed, because a busy machine loads, draws, and encodes slowly. Only failures take this long.
  timeout: 900_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // Playwright routes don't see a service worker's requests; journeys about the worker allow it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Shorter than a journey's timeout, so that the error names the element that didn't appear.
    actionTimeout: 60_000,
    // Without snapshots: taking them fetches blobs, which the page's content security policy refuses.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    ...WITHOUT_MAPS,
    // Animations use processor time.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { ...PHONE, testMatch: MAPS },
    { ...DESKTOP, testMatch: MAPS },
    { ...PHONE, testMatch: REST },
    { ...DESKTOP, testMatch: REST },
  ],
})

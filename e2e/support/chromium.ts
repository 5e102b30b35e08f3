import { existsSync } from 'node:fs'

// Where Linux distributions install browsers; the headless one is faster.
const SYSTEM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The browser of this system; undefined without one, then Playwright uses its own. */
export const SYSTEM_CHROMIUM = SYSTEM.find((path) => existsSync(path))

/** Only the pages under test may use the network. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Options that start the browser of the journeys, with more arguments. */
export const launchOptions = (...more: string[]) => ({
  ...(SYSTEM_CHROMIUM ? { executablePath: SYSTEM_CHROMIUM } : {}),
  args: [...CHROMIUM_ARGS, ...more],
})

/** Most journeys run without WebGL, because a map drawn by the processor costs more than the rest of a page. */
export const WITHOUT_MAPS = { launchOptions: launchOptions('--disable-3d-apis') }

/** With WebGL, for test files that need a map: `test.use(WITH_MAPS)`. */
export const WITH_MAPS = { launchOptions: launchOptions() }

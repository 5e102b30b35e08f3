import { existsSync } from 'node:fs'

// Where Linux distributions install browsers. The headless one is faster.
const SYSTEM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The system's browser; undefined if there is none, in which case Playwright uses its own. */
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

/** Returns the launch options for the journeys' browser, with additional arguments. */
export function launchOptions(...more: string[]) {
  return {
    ...(SYSTEM_CHROMIUM ? { executablePath: SYSTEM_CHROMIUM } : {}),
    args: [...CHROMIUM_ARGS, ...more],
  }
}

/** Options for most journeys: no WebGL, because software rendering of a map costs more than the rest of the page. */
export const WITHOUT_MAPS = { launchOptions: launchOptions('--disable-3d-apis') }

/** Options with WebGL, for test files that need a map: `test.use(WITH_MAPS)`. */
export const WITH_MAPS = { launchOptions: launchOptions() }

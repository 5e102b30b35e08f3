import { existsSync } from 'node:fs'

// Where Linux distributions put browsers; the one without windows is the quicker.
const SYSTEM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The browser of this system; where there is none, Playwright's own is used. */
export const SYSTEM_CHROMIUM = SYSTEM.find((path) => existsSync(path))

/** Nothing but the pages under test may use the network. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

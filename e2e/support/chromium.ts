/** Where Linux distributions put the browser; Playwright's own is used where it is not. */
export const SYSTEM_CHROMIUM = '/usr/bin/chromium'

/** Nothing but the pages under test may use the network. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

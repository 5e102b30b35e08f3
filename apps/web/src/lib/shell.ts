/** What the native app around this page offers; `apps/web/src/native` makes it. */
export type Shell = {
  platform: 'android' | 'ios'
  /** The server that the person chose. */
  server: URL
  /** Shows the screen on which another server is chosen. */
  chooseServer: () => void
  /** Asks for permission and registers this device; null if refused. */
  pushToken: () => Promise<{ platform: 'android' | 'ios'; token: string } | null>
  /** The banner of an ad service at the bottom, below the dock; null without one in this app. */
  banner: { show: (unit: string) => Promise<void>; hide: () => Promise<void> } | null
}

/** The native app around this page; null in a browser. */
export const shell = (): Shell | null => (globalThis as { nollieShell?: Shell }).nollieShell ?? null

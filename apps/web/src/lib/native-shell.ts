import type { NativePushDevice } from '@nollie/contract'

/** How the native app is notified of what is new while it is closed. */
export type ShellPush = {
  /** Asks for permission and registers this device, also at later starts; null if refused. */
  turnOn: () => Promise<NativePushDevice | null>
  turnOff: () => Promise<void>
}

/** What the native app around this page offers; `apps/web/src/native` makes it. */
export type Shell = {
  platform: 'android' | 'ios'
  /** The server that the person chose. */
  server: URL
  /** Shows the screen on which another server is chosen. */
  chooseServer: () => void
  /** Null where this app was made without a way to be notified. */
  push: ShellPush | null
  /** The banner of an ad service at the bottom, below the dock; null without one in this app. */
  banner: { show: (unit: string) => Promise<void>; hide: () => Promise<void> } | null
}

/** The native app around this page; null in a browser. */
export const shell = (): Shell | null => (globalThis as { nollieShell?: Shell }).nollieShell ?? null

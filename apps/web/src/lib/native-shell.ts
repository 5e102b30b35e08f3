import type { NativePushDevice } from '@nollie/contract'

/** Push notifications of the native app while it is closed. */
export type ShellPush = {
  /**
   * Asks for permission and registers this device. Called again on every start. Resolves with null if permission is
   * denied.
   */
  turnOn: () => Promise<NativePushDevice | null>
  turnOff: () => Promise<void>
}

/** The API of the native app around this page. It's implemented in `apps/web/src/native`. */
export type Shell = {
  platform: 'android' | 'ios'
  /** The server that the person selected. */
  server: URL
  /** Opens the screen for choosing another server. */
  chooseServer: () => void
  /** Null if this build of the app has no push service. */
  push: ShellPush | null
  /** The ad banner at the bottom, below the dock; null if this app has none. */
  banner: { show: (unit: string) => Promise<void>; hide: () => Promise<void> } | null
}

/** The native app around this page; null in a browser. */
export const shell = (): Shell | null => (globalThis as { nollieShell?: Shell }).nollieShell ?? null

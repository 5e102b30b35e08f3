import type { NativePushDevice } from '@nollie/contract'

/** Push notifications for the native app while it's closed. */
export type ShellPush = {
  /**
   * Requests permission and registers this device. Called again on every start. Resolves to null if permission is
   * denied.
   */
  turnOn: () => Promise<NativePushDevice | null>
  turnOff: () => Promise<void>
}

/** The native app's API for the page inside it. Implemented in `apps/web/src/native`. */
export type Shell = {
  platform: 'android' | 'ios'
  /** The server that the person selected. */
  server: URL
  /** Opens the screen for choosing a different server. */
  chooseServer: () => void
  /** Null if this build has no push service. */
  push: ShellPush | null
  /** The ad banner at the bottom, below the dock; null if this app has none. */
  banner: { show: (unit: string) => Promise<void>; hide: () => Promise<void> } | null
}

/** Returns the native app that contains this page; null in a browser. */
export function shell(): Shell | null {
  return (globalThis as { nollieShell?: Shell }).nollieShell ?? null
}

import { useSyncExternalStore } from 'react'

/**
 * A value of the browser (media query, network, page visibility), read again when `subscribe` calls back. For our own
 * state, use an atom of `@tanstack/react-store` instead; `test/architecture` checks that.
 */
export const useBrowserValue = <T>(subscribe: (changed: () => void) => () => void, read: () => T): T =>
  useSyncExternalStore(subscribe, read)

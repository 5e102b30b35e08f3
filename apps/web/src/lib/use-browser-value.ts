import { useSyncExternalStore } from 'react'

/**
 * Reads a browser value (media query, network, page visibility), and rereads it whenever `subscribe` calls back. For
 * our own state, use an atom from `@tanstack/react-store` instead; `test/architecture` checks that.
 */
export function useBrowserValue<T>(subscribe: (changed: () => void) => () => void, read: () => T): T {
  return useSyncExternalStore(subscribe, read)
}

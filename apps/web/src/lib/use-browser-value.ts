import { useSyncExternalStore } from 'react'

/**
 * A value of the browser (a media query, the network, the page's visibility), read again whenever `subscribe` calls
 * back. State of our own is an atom of `@tanstack/react-store` instead; `test/architecture` checks that.
 */
export const useBrowserValue = <T>(subscribe: (changed: () => void) => () => void, read: () => T): T =>
  useSyncExternalStore(subscribe, read)

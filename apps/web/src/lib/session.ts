import { useSyncExternalStore } from 'react'
import { type SessionState, session } from './session-store.ts'

// The store is a file of its own: the landing page watches it without React.
export * from './session-store.ts'

/** The session for screens; draws them again when it changes. */
export const useSession = (): SessionState =>
  useSyncExternalStore(session.subscribe, session.get, session.get)

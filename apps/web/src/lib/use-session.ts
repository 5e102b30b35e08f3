import { createAtom, useSelector } from '@tanstack/react-store'
// Separate from the session itself, which the landing page uses without React or a store.
import { type SessionState, session } from './session.ts'

const state = createAtom<SessionState>(session.get())
session.onEvent((_, next) => state.set(next))

/** Returns the session; rerenders the component when it changes. */
export function useSession(): SessionState {
  return useSelector(state)
}

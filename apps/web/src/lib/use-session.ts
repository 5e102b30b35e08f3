import { createAtom, useSelector } from '@tanstack/react-store'
// Apart from the session itself, whose events the landing page follows without React and without a store.
import { type SessionState, session } from './session.ts'

const state = createAtom<SessionState>(session.get())
session.onEvent((_, next) => state.set(next))

/** The session; rerenders the component when it changes. */
export const useSession = (): SessionState => useSelector(state)

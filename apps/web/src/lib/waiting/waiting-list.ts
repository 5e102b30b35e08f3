import { type Atom, createAtom } from '@tanstack/react-store'
import type { Waiting } from './entry.ts'

/** What of the person who is signed in waits on this device, in order; empty until `entries.ts` has read it. */
export const waitingList: Atom<readonly Waiting[]> = createAtom<readonly Waiting[]>([])

/** What is being sent by this tab, and the share of its files that has arrived. */
export const sendingNow: Atom<{ id: string; progress: number | null } | null> = createAtom<{
  id: string
  progress: number | null
} | null>(null)

import { type Atom, createAtom } from '@tanstack/react-store'
import type { Waiting } from './entry.ts'

/** The signed-in person's entries, in order. Empty until `entries.ts` has read them. */
export const waitingList: Atom<readonly Waiting[]> = createAtom<readonly Waiting[]>([])

/** The entry being sent, and the fraction of its file bytes uploaded so far. */
export type Sending = { id: string; progress: number | null }

/** The entry that this tab or another tab is sending. */
export const sendingNow: Atom<Sending | null> = createAtom<Sending | null>(null)

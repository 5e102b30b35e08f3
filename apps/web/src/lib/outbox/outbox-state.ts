import { type Atom, createAtom } from '@tanstack/react-store'
import type { Waiting } from './entry.ts'

/** What of the person who is signed in waits on this device, in order; empty until `entries.ts` has read it. */
export const waitingList: Atom<readonly Waiting[]> = createAtom<readonly Waiting[]>([])

/** What is being sent, and the share of its files that has arrived. */
export type Sending = { id: string; progress: number | null }

/** What is being sent by this tab or another. */
export const sendingNow: Atom<Sending | null> = createAtom<Sending | null>(null)

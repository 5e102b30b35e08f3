import { type Atom, createAtom } from '@tanstack/react-store'
import type { ReactNode } from 'react'

/** Content at the top of every screen; set by code that loads after the first screen (`app/start-outbox.tsx`). */
export const shellNotice: Atom<ReactNode> = createAtom<ReactNode>(null)

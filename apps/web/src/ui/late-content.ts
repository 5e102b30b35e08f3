import { type Atom, createAtom } from '@tanstack/react-store'
import type { ReactNode } from 'react'

/** Content of every screen; set by code that loads after the first screen (`app/start-outbox.tsx`). */
export const lateContent: Atom<ReactNode> = createAtom<ReactNode>(null)

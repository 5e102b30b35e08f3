import { type Atom, createAtom } from '@tanstack/react-store'
import type { ReactNode } from 'react'

/** Stands at the top of every screen; set by what is loaded after the first one (`app/start-outbox.tsx`). */
export const shellNotice: Atom<ReactNode> = createAtom<ReactNode>(null)

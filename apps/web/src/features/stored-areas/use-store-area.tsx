import type { Box } from '@nollie/contract'
import { type ReactNode, Suspense, useState } from 'react'
import { canStore } from './areas-store.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const AreaSheet = lazyPart(() => import('./area-sheet.tsx').then(({ AreaSheet }) => ({ default: AreaSheet })))

/**
 * Offers to store the visible part of the map. `box` returns that part, or null if there's no map. `sheet` must be
 * outside of the menu that calls `ask`, because menus close.
 */
export function useStoreArea(box: () => Box | null): {
  canStore: boolean
  ask: () => void
  sheet: ReactNode
} {
  const [asked, setAsked] = useState<{ box: Box; open: boolean } | null>(null)
  const ask = () => {
    const here = box()
    if (here) setAsked({ box: here, open: true })
  }
  const sheet = asked && (
    <Suspense fallback={null}>
      <AreaSheet
        box={asked.box}
        open={asked.open}
        onClose={() => setAsked({ ...asked, open: false })}
        onClosed={() => setAsked(null)}
      />
    </Suspense>
  )
  return { canStore: canStore(), ask, sheet }
}

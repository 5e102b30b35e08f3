import type { Box } from '@nollie/contract'
import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { canStore } from './areas-store.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export type AreaButtonProps = {
  /** Returns the visible part of the map. */
  box: () => Box | null
  className?: string | undefined
}

const load = () => import('./area-sheet.tsx')
const AreaSheet = lazyPart(() => load().then(({ AreaSheet }) => ({ default: AreaSheet })))

/** A button that offers to store the visible part of the map. */
export function AreaButton({ box, className }: AreaButtonProps) {
  const [asked, setAsked] = useState<{ box: Box; open: boolean } | null>(null)
  if (!canStore()) return null
  const ask = () => {
    const here = box()
    if (here) setAsked({ box: here, open: true })
  }
  return (
    <>
      <IconButton
        className={className}
        variant="solid"
        label={m.stored_areas_store()}
        aria-haspopup="dialog"
        onClick={ask}
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        <Download size={20} aria-hidden="true" />
      </IconButton>
      {asked && (
        <Suspense fallback={null}>
          <AreaSheet
            box={asked.box}
            open={asked.open}
            onClose={() => setAsked({ ...asked, open: false })}
            onClosed={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}

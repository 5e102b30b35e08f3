import type { SpotCard } from '@nollie/contract'
import { useState } from 'react'
import { SpotsScreen } from '../features/map/spots-screen.tsx'
import { SpotShareDialog } from '../features/spots/index.ts'

/** The map of all spots; `openSpotId` when a visitor opened a spot's own address. */
export function SpotsPage({ openSpotId }: { openSpotId?: string }) {
  const [shared, setShared] = useState<SpotCard | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <SpotsScreen
        {...(openSpotId ? { openSpotId } : {})}
        onShare={(spot) => {
          setShared(spot)
          setOpen(true)
        }}
      />
      {shared && <SpotShareDialog open={open} onOpenChange={setOpen} spot={shared} />}
    </>
  )
}

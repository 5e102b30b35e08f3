import type { SpotCard } from '@nollie/contract'
import { lazy, Suspense, useState } from 'react'
import { SpotsScreen } from '../features/map/spots-screen.tsx'

// Dialogs are heavier than the map's own controls and come when somebody shares.
const SpotShareDialog = lazy(() =>
  import('../features/spots/index.ts').then(({ SpotShareDialog }) => ({ default: SpotShareDialog })),
)

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
      {shared && (
        <Suspense>
          <SpotShareDialog open={open} onOpenChange={setOpen} spot={shared} />
        </Suspense>
      )}
    </>
  )
}

import type { SpotCard } from '@nollie/contract'
import { lazy, Suspense, useState } from 'react'
import { SpotsScreen } from '../features/map/spots-screen.tsx'
import type { SpotCardDialogName } from '../features/spots/index.ts'

// Dialogs and what members do with spots are heavier than the map's own controls and come when they are wanted.
const SpotShareDialog = lazy(() =>
  import('../features/spots/spot-share.tsx').then(({ SpotShareDialog }) => ({ default: SpotShareDialog })),
)
const SpotCardActions = lazy(() =>
  import('../features/spots/spot-card-actions.tsx').then(({ SpotCardActions }) => ({
    default: SpotCardActions,
  })),
)
const SpotCardDialog = lazy(() =>
  import('../features/spots/spot-card-menu.tsx').then(({ SpotCardDialog }) => ({ default: SpotCardDialog })),
)
const VisitorActions = lazy(() =>
  import('../features/intents/index.ts').then(({ VisitorActions }) => ({ default: VisitorActions })),
)

type Action = { spot: SpotCard; name: SpotCardDialogName; close: () => void }

/** The map of all spots; `openSpotId` when a visitor opened a spot's own address. */
export function SpotsPage({ openSpotId }: { openSpotId?: string }) {
  const [shared, setShared] = useState<SpotCard | null>(null)
  const [open, setOpen] = useState(false)
  const [openCard, setOpenCard] = useState<Action | null>(null)
  return (
    <>
      <SpotsScreen
        {...(openSpotId ? { openSpotId } : {})}
        onShare={(spot) => {
          setShared(spot)
          setOpen(true)
        }}
        renderActions={(spot, close) => (
          <Suspense fallback={null}>
            <SpotCardActions spotId={spot.id} onOpen={(name) => setOpenCard({ spot, name, close })} />
          </Suspense>
        )}
        renderVisitorActions={(spot) => (
          <Suspense fallback={<div className="visitor-actions-pending" />}>
            <VisitorActions spot={spot} />
          </Suspense>
        )}
      />
      {shared && (
        <Suspense>
          <SpotShareDialog open={open} onOpenChange={setOpen} spot={shared} />
        </Suspense>
      )}
      {openCard && (
        <Suspense>
          <SpotCardDialog
            spot={openCard.spot}
            name={openCard.name}
            from="card"
            onClose={() => setOpenCard(null)}
            onDeleted={openCard.close}
          />
        </Suspense>
      )}
    </>
  )
}

import type { SpotCard } from '@nollie/contract'
import { Suspense, useState } from 'react'
import { SpotsScreen } from '../map/index.ts'
import { LazySpotShareDialog, SpotCardActions, SpotCardDialog, SpotInSheet } from './card/lazy-spot-card.tsx'
import type { SpotCardDialogName } from './card/spot-card-actions.tsx'
import { VisitorActions } from '../intents/index.ts'
import { SpotStewardship, StewardAreaLine, StewardAreas } from '../stewards/index.ts'

type Action = { spot: SpotCard; name: SpotCardDialogName; close: () => void }

/**
 * What `/spots` shows: `SpotsScreen` of the map, with the dialogs, actions, and page of its selected spot. `openSpotId` is
 * the spot whose URL a visitor opened.
 */
export function SpotsMapScreen({ openSpotId }: { openSpotId?: string }) {
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
        renderVisitorActions={(spot) => <VisitorActions spot={spot} />}
        renderArea={(box, map) => <StewardAreas box={box} map={map} />}
        renderListEnd={(box) => <StewardAreaLine box={box} />}
        renderMore={(spot) => <SpotStewardship spotId={spot.id} />}
        renderPage={(spotId, isOpen, onBack) => (
          <Suspense fallback={null}>
            <SpotInSheet spotId={spotId} isOpen={isOpen} onBack={onBack} />
          </Suspense>
        )}
      />
      {shared && (
        <Suspense>
          <LazySpotShareDialog open={open} onOpenChange={setOpen} spot={shared} />
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

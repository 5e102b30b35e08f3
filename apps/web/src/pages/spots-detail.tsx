import type { Spot } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MiniMap } from '../features/map/index.ts'
import {
  SpotBadges,
  SpotCover,
  SpotCreator,
  SpotDialog,
  type SpotDialogName,
  SpotGallery,
  SpotMissing,
  spotQuery,
  SpotShareDialog,
  SpotSkeleton,
  SpotText,
  SpotLightbox,
  SpotWhere,
  useSpotLive,
} from '../features/spots/index.ts'
import { m } from '../i18n/messages.ts'
import { ApiError } from '../lib/api.ts'
import { useTitle } from '../lib/title.ts'
import { Button, EmptyState, HeaderBar, Page } from '../ui/index.ts'
import { useBack } from './use-back.ts'

function MissingPage({ spotId, seen }: { spotId: string; seen: boolean }) {
  const back = useBack('/spots')
  return (
    <Page header={<HeaderBar title={m.shell_spot()} heading={false} onBack={back} />}>
      <SpotMissing spotId={spotId} seen={seen} />
    </Page>
  )
}

function FailedPage({ onRetry }: { onRetry: () => void }) {
  const back = useBack('/spots')
  return (
    <Page header={<HeaderBar title={m.shell_spot()} heading={false} onBack={back} />}>
      <EmptyState
        art="spots"
        level={1}
        title={m.spot_failed_title()}
        action={
          <Button variant="line" onClick={onRetry}>
            {m.shell_retry()}
          </Button>
        }
      >
        {m.spot_failed_text()}
      </EmptyState>
    </Page>
  )
}

function SpotView({ spot, onOpen }: { spot: Spot; onOpen: (dialog: SpotDialogName) => void }) {
  const back = useBack('/spots')
  const [sharing, setSharing] = useState(false)
  useTitle(spot.name)
  return (
    <div className="page">
      <main id="main" tabIndex={-1} className="detail-layout">
        <SpotCover spot={spot} onBack={back} onShare={() => setSharing(true)} onOpen={onOpen} />
        <div className="detail-aside">
          <section className="detail-facts">
            <SpotBadges spot={spot} />
            <SpotCreator spot={spot} />
            <SpotText spot={spot} />
            <SpotWhere
              spot={spot}
              map={
                <MiniMap
                  spotId={spot.id}
                  latitude={spot.latitude}
                  longitude={spot.longitude}
                  type={spot.spot_types[0] ?? null}
                  gone={spot.status === 'gone'}
                  className="size-full"
                />
              }
            />
          </section>
        </div>
        <section className="detail-gallery" aria-labelledby="spot-media">
          <div className="gallery-head">
            <h2 id="spot-media">{m.spot_media()}</h2>
            <Button
              variant="ink"
              size="sm"
              icon={<Plus aria-hidden="true" />}
              onClick={() => onOpen('media')}
            >
              {m.spot_media_add()}
            </Button>
          </div>
          <SpotGallery spotId={spot.id} spotName={spot.name} />
        </section>
      </main>
      <SpotLightbox spot={{ id: spot.id, name: spot.name, spot_type: spot.spot_types[0] ?? null }} />
      <SpotShareDialog open={sharing} onOpenChange={setSharing} spot={spot} />
    </div>
  )
}

const isGone = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'SPOT_NOT_FOUND' || error.code === 'BAD_REQUEST' || error.code === 'NOT_FOUND')

/** `/spots/{id}` for members. */
export function SpotPage({ spotId }: { spotId: string }) {
  const { data, error, isPending, refetch } = useQuery(spotQuery(spotId))
  const [dialog, setDialog] = useState<{ name: SpotDialogName; opening: number } | null>(null)
  // Each press opens anew, also while the dialog before it is on its way out.
  const openDialog = (name: SpotDialogName) =>
    setDialog((before) => ({ name, opening: (before?.opening ?? 0) + 1 }))
  useSpotLive(spotId)
  // First: a spot deleted since it was loaded is still in the cache.
  const gone = isGone(error)
  return (
    <>
      {gone ? (
        <MissingPage spotId={spotId} seen={data !== undefined} />
      ) : data ? (
        <SpotView spot={data} onOpen={openDialog} />
      ) : isPending ? (
        <div className="page">
          <main id="main" tabIndex={-1} className="detail-layout">
            <SpotSkeleton />
          </main>
        </div>
      ) : (
        <FailedPage onRetry={() => void refetch()} />
      )}
      {/* Outside of the page: what is typed there stays when the spot under it goes. */}
      {dialog && data && (
        <SpotDialog key={dialog.opening} spot={data} name={dialog.name} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

import type { Spot } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Busts } from '../busts/index.ts'
import { SpotStanding } from '../checks/index.ts'
import { DayLight, Skateable } from '../conditions/index.ts'
import { FactsSection } from '../facts/index.ts'
import { MiniMap } from '../map/index.ts'
import { LazyTwinNotice } from '../twins/index.ts'
import { SpotStewardship } from '../stewards/index.ts'
import { SpotBadges, SpotCreator, SpotText } from './spot-about.tsx'
import { MapAndDirections } from './map-and-directions.tsx'
import { SpotHeader } from './spot-header.tsx'
import { SpotDialog, type SpotDialogName } from './spot-dialogs.tsx'
import { SpotGallery, SpotLightbox } from './gallery.tsx'
import { SpotSkeleton } from './spot-skeleton.tsx'
import { SpotMissing } from './spot-missing.tsx'
import { spotQuery } from './spot-requests.ts'
import { SpotShareDialog } from './spot-share.tsx'
import { useLiveSpot } from './use-live-spot.ts'
import { useSpotRights } from './spot-rights.ts'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { useTitle } from '../../lib/page-title.ts'
import { Button, ButtonLink, EmptyState, HeaderBar, Page, PartBoundary } from '../../ui/index.ts'
import { useBack } from '../../lib/use-back.ts'
import { looks } from '../../ui/looks.ts'
import styles from './spots.module.css'
import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'

// A device may have stored the spot before there was anything to say.
const isSecret = ({ audience, precision, opens_at }: Spot): boolean =>
  Boolean((audience && audience !== 'everybody') || (precision && precision !== 'exact') || opens_at)

// Most addresses have no parameters, and request nothing.
const FollowSpotAddress = lazyExtra(() =>
  import('./follow-spot-address.tsx').then(({ FollowSpotAddress }) => ({ default: FollowSpotAddress })),
)

// Most spots are public, and need no notice.
const AudienceOfSpot = lazyPart(() =>
  import('./audience-of-spot.tsx').then(({ AudienceOfSpot }) => ({ default: AudienceOfSpot })),
)

function MissingPage({ spotId, seen }: { spotId: string; seen: boolean }) {
  const back = useBack('/spots')
  return (
    <Page header={<HeaderBar title={m.shell_spot()} heading={false} onBack={back} />}>
      <SpotMissing spotId={spotId} seen={seen} />
    </Page>
  )
}

function FailedPage({ spotId, onRetry }: { spotId: string; onRetry: () => void }) {
  const back = useBack('/spots')
  return (
    <Page header={<HeaderBar title={m.shell_spot()} heading={false} onBack={back} />}>
      <EmptyState
        art="spots"
        level={1}
        title={m.spots_failed_title()}
        action={
          <div className={styles.failedActions}>
            <Button variant="line" onClick={onRetry}>
              {m.shell_retry()}
            </Button>
            {/* The map has its card where this device stores the area. */}
            {!navigator.onLine && (
              <ButtonLink href={`/spots?spot=${spotId}`}>{m.spots_missing_back()}</ButtonLink>
            )}
          </div>
        }
      >
        {m.spots_failed_text()}
      </EmptyState>
    </Page>
  )
}

function SpotAside({ spot }: { spot: Spot }) {
  const { mayEdit } = useSpotRights(spot)
  return (
    <div className={styles.detailAside}>
      <section className={styles.detailFacts}>
        <SpotBadges spot={spot} />
        <PartBoundary>
          <Skateable spot={spot} />
        </PartBoundary>
        <SpotCreator spot={spot} />
        {isSecret(spot) && (
          <Suspense fallback={null}>
            <AudienceOfSpot spot={spot} />
          </Suspense>
        )}
        <PartBoundary>
          <SpotStanding spot={spot} />
        </PartBoundary>
        {/* It comes later, so below what is pressed. */}
        {mayEdit && (
          <PartBoundary>
            <LazyTwinNotice spotId={spot.id} />
          </PartBoundary>
        )}
        <PartBoundary>
          <SpotStewardship spotId={spot.id} acts />
        </PartBoundary>
        <SpotText spot={spot} />
        <MapAndDirections
          spot={spot}
          map={
            <PartBoundary>
              <MiniMap
                spotId={spot.id}
                latitude={spot.latitude}
                longitude={spot.longitude}
                type={spot.spot_types[0] ?? null}
                gone={spot.status === 'gone'}
                shown={(spot.is_exact ?? true) ? 'exact' : spot.precision}
                isOwnView={(spot.is_exact ?? true) && (spot.precision ?? 'exact') !== 'exact'}
              />
            </PartBoundary>
          }
        />
      </section>
    </div>
  )
}

/** Facts and busts: on wide screens below the cover, because the side column scrolls by itself. */
const SpotKnowledge = ({ spot }: { spot: Spot }) => (
  <div className={styles.detailKnowledge}>
    <FactsSection spot={spot} />
    <PartBoundary>
      <DayLight spot={spot} />
    </PartBoundary>
    <PartBoundary>
      <Busts spotId={spot.id} spotName={spot.name} timeZone={spot.time_zone} />
    </PartBoundary>
  </div>
)

function SpotView({ spot, onOpen }: { spot: Spot; onOpen: (dialog: SpotDialogName) => void }) {
  const back = useBack('/spots')
  const [sharing, setSharing] = useState(false)
  useTitle(spot.name)
  return (
    <div className={looks.page}>
      <main id="main" tabIndex={-1} className={styles.detailLayout}>
        <PartBoundary>
          <SpotHeader spot={spot} onBack={back} onShare={() => setSharing(true)} onOpen={onOpen} />
        </PartBoundary>
        <SpotAside spot={spot} />
        <SpotKnowledge spot={spot} />
        <section className={styles.detailGallery} aria-labelledby="spot-media">
          <div className={styles.galleryHead}>
            <h2 id="spot-media">{m.spots_media()}</h2>
            <Button
              variant="ink"
              size="sm"
              icon={<Plus aria-hidden="true" />}
              onClick={() => onOpen('media')}
            >
              {m.spots_media_add()}
            </Button>
          </div>
          <PartBoundary>
            <SpotGallery spotId={spot.id} spotName={spot.name} />
          </PartBoundary>
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
export function SpotScreen({ spotId }: { spotId: string }) {
  const { data, error, isPending, fetchStatus, refetch } = useQuery(spotQuery(spotId))
  const [dialog, setDialog] = useState<{ name: SpotDialogName; opening: number; spot: Spot } | null>(null)
  // A new key for each press, so that a dialog also opens while the one before it closes.
  const openDialog = (name: SpotDialogName) =>
    data && setDialog((before) => ({ name, opening: (before?.opening ?? 0) + 1, spot: data }))
  useLiveSpot(spotId)
  // Checked before the data, because a spot deleted since it was loaded is still in the cache.
  const gone = isGone(error)
  return (
    <>
      {gone ? (
        <MissingPage spotId={spotId} seen={data !== undefined} />
      ) : data ? (
        <SpotView spot={data} onOpen={openDialog} />
      ) : isPending && fetchStatus !== 'paused' ? (
        <div className={looks.page}>
          <main id="main" tabIndex={-1} className={styles.detailLayout}>
            <SpotSkeleton />
          </main>
        </div>
      ) : (
        <FailedPage spotId={spotId} onRetry={() => void refetch()} />
      )}
      {/* Not while something is typed: what is sent reaches the spot that stayed, or is refused with a sentence. */}
      {data && !dialog && (data.id !== spotId || location.search) && (
        <Suspense fallback={null}>
          <FollowSpotAddress spotId={spotId} spot={data} onAdd={() => openDialog('media')} />
        </Suspense>
      )}
      {/* Outside of the page, so that typed values stay when the spot is deleted. */}
      {dialog && data && (
        <SpotDialog
          key={dialog.opening}
          spot={data.id === dialog.spot.id ? data : dialog.spot}
          name={dialog.name}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

import type { Spot } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { SpotConditionSection } from '../../checks/index.ts'
import { SpotDetails } from './spot-details.tsx'
import { SpotHeader } from './spot-header.tsx'
import { SpotDialog, type SpotDialogName } from '../spot-dialogs.tsx'
import { SpotGallery, SpotLightbox } from '../gallery/gallery.tsx'
import { SpotSkeleton } from './spot-skeleton.tsx'
import { SpotMissing } from './spot-missing.tsx'
import { spotQuery } from '../spot-requests.ts'
import { SpotSummary } from './spot-summary.tsx'
import { SpotShareDialog } from '../sharing/spot-share.tsx'
import { useLiveSpot } from '../use-live-spot.ts'
import { useSpotStatus } from './use-spot-status.ts'
import { useSpotRights } from '../menu/spot-rights.ts'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { useTitle } from '../../../lib/page/page-title.ts'
import { Button, ButtonLink, EmptyState, HeaderBar, Page, PartBoundary, useWide } from '../../../ui/index.ts'
import { useBack } from '../../../lib/use-back.ts'
import { looks } from '../../../ui/looks.ts'
import styles from '../spots.module.css'
import { lazyExtra } from '../../../ui/lazy-part.tsx'

// Most URLs have no query, so this rarely loads.
const FollowSpotAddress = lazyExtra(() =>
  import('./follow-spot-address.tsx').then(({ FollowSpotAddress }) => ({ default: FollowSpotAddress })),
)

/** Where the page is shown if it isn't a screen: in the map's sheet, which `onBack` lowers. */
type InSheet = { onBack: () => void }

function Frame({ sheet, children }: { sheet: InSheet | undefined; children: ReactNode }) {
  return sheet ? (
    <div className={styles.detailLayout}>{children}</div>
  ) : (
    <div className={looks.page}>
      <main id="main" tabIndex={-1} className={styles.detailLayout}>
        {children}
      </main>
    </div>
  )
}

/** A screen, or the sheet's content, for a page that can't be shown. */
function Instead({ sheet, children }: { sheet: InSheet | undefined; children: ReactNode }) {
  const back = useBack('/spots')
  if (sheet) return <Frame sheet={sheet}>{children}</Frame>
  return <Page header={<HeaderBar title={m.shell_spot()} heading={false} onBack={back} />}>{children}</Page>
}

type FailedProps = { spotId: string; sheet: InSheet | undefined; onRetry: () => void }

function FailedPage({ spotId, sheet, onRetry }: FailedProps) {
  return (
    <Instead sheet={sheet}>
      <EmptyState
        art="spots"
        level={1}
        title={m.spots_failed_title()}
        action={
          <div className={styles.failedActions}>
            <Button variant="line" onClick={onRetry}>
              {m.shell_retry()}
            </Button>
            {sheet && <Button onClick={sheet.onBack}>{m.spots_missing_back()}</Button>}
            {/* If this device stores the area, the map can still show the spot's card. */}
            {!sheet && !navigator.onLine && (
              <ButtonLink href={`/spots?spot=${spotId}`}>{m.spots_missing_back()}</ButtonLink>
            )}
          </div>
        }
      >
        {m.spots_failed_text()}
      </EmptyState>
    </Instead>
  )
}

function Gallery({ spot, onAdd }: { spot: Spot; onAdd: () => void }) {
  return (
    <section className={styles.detailGallery} aria-labelledby="spot-media">
      <h2 id="spot-media" className="sr-only">
        {m.spots_media()}
      </h2>
      <PartBoundary>
        <SpotGallery spotId={spot.id} spotName={spot.name} onAdd={onAdd} />
      </PartBoundary>
    </section>
  )
}

function Update({ spot }: { spot: Spot }) {
  const setStatus = useSpotStatus(spot.id)
  const { mayEdit } = useSpotRights(spot)
  return (
    <div className={styles.detailCondition}>
      <PartBoundary>
        <SpotConditionSection spot={spot} onStatus={mayEdit ? setStatus : undefined} />
      </PartBoundary>
    </div>
  )
}

type ViewProps = { spot: Spot; sheet: InSheet | undefined; onOpen: (dialog: SpotDialogName) => void }

function SpotView({ spot, sheet, onOpen }: ViewProps) {
  const back = useBack('/spots')
  const [sharing, setSharing] = useState(false)
  const isWide = useWide()
  useTitle(sheet ? null : spot.name)
  const share = () => setSharing(true)
  const header = (
    <PartBoundary>
      <SpotHeader spot={spot} onBack={sheet?.onBack ?? back} onShare={share} onOpen={onOpen} />
    </PartBoundary>
  )
  const summary = <SpotSummary spot={spot} onShare={share} onOpen={onOpen} />
  const gallery = <Gallery spot={spot} onAdd={() => onOpen('media')} />
  const details = <SpotDetails spot={spot} onOpen={onOpen} />
  const update = <Update spot={spot} />
  return (
    <>
      <Frame sheet={sheet}>
        {/* Two columns have a different reading order than a single one. */}
        {isWide ? (
          <>
            <div className={styles.detailMain}>
              {header}
              {gallery}
            </div>
            <div className={styles.detailAside}>
              {summary}
              {details}
              {update}
            </div>
          </>
        ) : (
          <>
            {header}
            {summary}
            {gallery}
            {details}
            {update}
          </>
        )}
      </Frame>
      <SpotLightbox spot={{ id: spot.id, name: spot.name, spot_type: spot.spot_types[0] ?? null }} />
      <SpotShareDialog open={sharing} onOpenChange={setSharing} spot={spot} />
    </>
  )
}

function isGone(error: unknown) {
  return (
    error instanceof ApiError &&
    (error.code === 'SPOT_NOT_FOUND' || error.code === 'BAD_REQUEST' || error.code === 'NOT_FOUND')
  )
}

/** A spot's page for members: `/spots/{id}`, or the map's sheet at its full position. */
export function SpotScreen({ spotId, sheet }: { spotId: string; sheet?: InSheet }) {
  const { data, error, isPending, fetchStatus, refetch } = useQuery(spotQuery(spotId))
  const [dialog, setDialog] = useState<{ name: SpotDialogName; opening: number; spot: Spot } | null>(null)
  // Each click uses a new key, so that a dialog can open while the previous one is closing.
  const openDialog = (name: SpotDialogName) =>
    data && setDialog((before) => ({ name, opening: (before?.opening ?? 0) + 1, spot: data }))
  useLiveSpot(spotId)
  // Check this before the data, because a spot that was deleted after it loaded is still in the cache.
  const gone = isGone(error)
  return (
    <>
      {gone ? (
        <Instead sheet={sheet}>
          <SpotMissing spotId={spotId} seen={data !== undefined} onBack={sheet?.onBack} />
        </Instead>
      ) : data ? (
        <SpotView spot={data} sheet={sheet} onOpen={openDialog} />
      ) : isPending && fetchStatus !== 'paused' ? (
        <Frame sheet={sheet}>
          <SpotSkeleton spotId={spotId} />
        </Frame>
      ) : (
        <FailedPage spotId={spotId} sheet={sheet} onRetry={() => void refetch()} />
      )}
      {/* Not while a form is open: the server applies it to the remaining spot, or explains why it can't. */}
      {data && !dialog && (data.id !== spotId || location.search) && (
        <Suspense fallback={null}>
          <FollowSpotAddress spotId={spotId} spot={data} onAdd={() => openDialog('media')} />
        </Suspense>
      )}
      {/* Rendered outside the page, so that typed values survive if the spot is deleted. */}
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

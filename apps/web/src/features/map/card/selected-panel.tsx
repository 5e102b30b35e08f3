import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { SpotCard } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { AppLink } from '../../../ui/link.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { loadSpotCondition } from '../../checks/index.ts'
import { loadFactLine } from '../../facts/index.ts'
import { loadDirection } from '../../places/index.ts'
import { isMissing, spotCardQuery } from '../map-requests.ts'
import { SelectedSpotCard } from './selected-spot-card.tsx'
import { SpotsInView } from './spots-in-view.tsx'
import type { OtherSpots } from './use-neighbors.ts'
import { type PageInSheet, SpotSheet } from '../sheet/spot-sheet.tsx'
import type { Cover } from '../sheet/use-card-height.ts'
import { usePageInSheet } from '../sheet/use-page-in-sheet.ts'
import { looks } from '../../../ui/looks.ts'
import { classes } from '../../../lib/classes.ts'
import styles from './spot-cards.module.css'

type Props = OtherSpots<readonly SpotCard[]> & {
  spotId: string
  /** On phones, a `sheet` over the map. On desktop, a `panel` beside it. */
  shape: 'sheet' | 'panel'
  /** Whether the sheet opens at the half position instead of at the peek. */
  opensHalf: boolean
  onClose: () => void
  /** Called with the part of the map that the sheet covers. */
  onCover: (cover: Cover) => void
  onShare: (spot: SpotCard) => void
  /** Extra items for the card's menu. */
  renderActions?: (spot: SpotCard) => ReactNode
  /** Renders the actions that visitors can use on the spot. */
  renderVisitorActions?: (spot: SpotCard) => ReactNode
  /**
   * Renders more content at the end of the card. It can load late without shifting anything, because the card doesn't
   * grow to fit it.
   */
  renderMore?: (spot: SpotCard) => ReactNode
  /** Renders the spot's page, which members get at the sheet's full position. */
  renderPage?: (spotId: string, isOpen: boolean, onBack: () => void) => ReactNode
  /** Whether to invite a visitor who came from a shared link to sign in. */
  invite: boolean
  /** Whether the viewer is a visitor; visitors report on a separate page. Null until that's known. */
  visitor: boolean | null
  cardRef: (card: HTMLElement | null) => void
}

function buildNoticeHref(spotId: string) {
  return `/notice?address=${encodeURIComponent(new URL(`/spots/${spotId}`, location.href).href)}`
}

// Requests the code for the card's parts along with the card. If a request fails, the part itself shows the error.
function loadParts() {
  return void Promise.allSettled([loadDirection(), loadFactLine(), loadSpotCondition()])
}

// Closes the card on Escape, unless a dialog or menu above it already handled the key.
function useEscape(onEscape: () => void) {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEscape()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [onEscape])
}

/**
 * The page for the sheet of a member on a phone. A page that was opened stays when the phone is rotated or the spot is
 * deleted, because it may contain a form or an upload. `isPageOpen` is whether the URL is the page's, which
 * loads later than the sheet.
 */
function usePage(
  { shape, visitor, renderPage }: Props,
  spot: SpotCard | undefined,
  gone: boolean,
): { page: PageInSheet | null; isPageOpen: boolean } {
  const page = usePageInSheet()
  const isPhone = useMediaQuery('(width < 640px)')
  const [wasOpen, setWasOpen] = useState(page.isOpen)
  if (page.isOpen && !wasOpen) setWasOpen(true)
  const isPageOpen = page.isOpen && isPhone && Boolean(renderPage) && visitor !== true
  const isAllowed = visitor === false && shape === 'sheet' && ((isPhone && !gone) || wasOpen)
  if (!spot || !renderPage || !isAllowed) return { page: null, isPageOpen }
  return {
    page: { ...page, render: (isOpen, onBack) => renderPage(spot.id, isOpen, onBack) },
    isPageOpen: page.isOpen,
  }
}

/** The selected spot's card. */
export function SelectedPanel(props: Props) {
  const { spotId, shape, onClose, renderMore, visitor, cardRef } = props
  const { data, error, refetch } = useQuery(spotCardQuery(spotId))
  useEffect(loadParts, [])
  const gone = isMissing(error)
  const spot = gone || visitor === null ? undefined : data
  const { page, isPageOpen } = usePage(props, data, gone)
  useEscape(page?.isOpen ? page.close : onClose)
  const closeLabel = m.map_close_card({ name: spot?.name ?? '' })
  const content = (
    <>
      <div className={styles.selectedBody}>
        {/* All controls appear at the same time, so that none of them shifts during a tap. */}
        {spot && (
          <Suspense fallback={<LoadingCard />}>
            <ShownCard {...props} spot={spot} />
          </Suspense>
        )}
        {!spot && !error && <LoadingCard />}
        {!spot && error && (
          <div className={styles.spotListFailed} role="alert">
            <p>{gone ? m.map_card_missing() : m.map_card_failed()}</p>
            <Button variant="line" size="sm" onClick={() => (gone ? onClose() : void refetch())}>
              {gone ? m.map_card_close() : m.map_retry()}
            </Button>
          </div>
        )}
      </div>
      {spot && <div className={styles.selectedMore}>{renderMore?.(spot)}</div>}
    </>
  )
  const frame = { label: m.map_selected(), closeLabel, onClose, cardRef }
  return shape === 'sheet' ? (
    <SpotSheet
      {...frame}
      {...pickSheetProps(props)}
      isPageOpen={isPageOpen}
      page={page}
      className={styles.selectedSheet}
    >
      {content}
    </SpotSheet>
  ) : (
    <Panel {...frame}>{content}</Panel>
  )
}

function pickSheetProps({ opensHalf, entersFrom, neighbors, onCover }: Props) {
  return {
    opensHalf,
    entersFrom,
    neighbors,
    onCover,
  }
}

type PanelProps = Pick<Props, 'onClose' | 'cardRef'> & {
  label: string
  closeLabel: string
  children: ReactNode
}

function Panel({ label, closeLabel, onClose, cardRef, children }: PanelProps) {
  return (
    <section className={styles.selectedPanel} aria-label={label} tabIndex={-1} ref={cardRef}>
      <IconButton className={styles.selectedClose} variant="glass" label={closeLabel} onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </IconButton>
      {children}
    </section>
  )
}

function LoadingCard() {
  return (
    <Loading label={m.map_list_loading()}>
      <Skeleton className={styles.selectedSkeleton} />
    </Loading>
  )
}

function ShownCard(props: Props & { spot: SpotCard }) {
  const {
    spot,
    spotId,
    shape,
    listed,
    select,
    onShare,
    renderActions,
    renderVisitorActions,
    invite,
    visitor,
  } = props
  return (
    <SelectedSpotCard
      spot={spot}
      onShare={() => onShare(spot)}
      visitor={visitor === true}
      shape={shape}
      visitorActions={renderVisitorActions?.(spot)}
      actions={renderActions?.(spot)}
      inView={shape === 'sheet' && <SpotsInView spots={listed} selectedId={spot.id} onSelect={select} />}
    >
      {invite && <Invitation spotId={spotId} />}
      {visitor && (
        <AppLink className={classes(looks.link, styles.selectedReport)} href={buildNoticeHref(spotId)}>
          {m.reports_notice_spot()}
        </AppLink>
      )}
    </SelectedSpotCard>
  )
}

function Invitation({ spotId }: { spotId: string }): ReactNode {
  return (
    <div className={styles.selectedInvitation}>
      <p>{m.map_sign_in_prompt()}</p>
      <ButtonLink href={`/auth?next=${encodeURIComponent(`/spots/${spotId}`)}`} variant="line" size="sm">
        {m.map_sign_in()}
      </ButtonLink>
    </div>
  )
}

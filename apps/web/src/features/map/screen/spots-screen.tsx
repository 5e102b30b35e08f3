import type { SpotCard } from '@nollie/contract'
import { type FocusEvent, type ReactNode, Suspense, useEffect } from 'react'
import { afterFirstScreen } from '../../../lib/page/after-first-screen.ts'
import { useSession } from '../../../lib/use-session.ts'
import { Page } from '../../../ui/layout/app-shell.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { FloatingShare, SpotsBar } from './spots-bar.tsx'
import { SpotsMap } from './spots-map.tsx'
import { SpotTools } from './spot-tools.tsx'
import { SpotList } from '../list/spot-list.tsx'
import type { Bounds } from '../engine/types.ts'
import type { SpotMap } from './use-spots-map.ts'
import { type SpotsScreenState, useSpotsScreen } from './use-spots-screen.ts'
import { classes } from '../../../lib/classes.ts'
import spotCardsStyles from '../card/spot-cards.module.css'
import panelStyles from '../list/spots-panel.module.css'
import styles from './spots-screen.module.css'

type Props = {
  /** The spot in a URL like `/spots/{id}`. Visitors see the map with this spot's card. */
  openSpotId?: string
  onShare: (spot: SpotCard) => void
  /** Renders extra items for members in the card's menu; `close` closes the card. */
  renderActions: (spot: SpotCard, close: () => void) => ReactNode
  /** Renders the actions that visitors can use on the card's spot. */
  renderVisitorActions: (spot: SpotCard) => ReactNode
  /**
   * Renders notices about the areas in view and outlines them on the map. `box` is null if there's no view, `map` if
   * there's no map.
   */
  renderArea?: (box: Bounds | null, map: Pick<SpotMap, 'setAreas'> | null) => ReactNode
  /** Renders what follows the list. `box` is null if there's no view. */
  renderListEnd?: (box: Bounds | null) => ReactNode
  /** Renders more content for the card. */
  renderMore?: (spot: SpotCard) => ReactNode
  /** Renders the spot's page in the sheet, or its cover while it isn't open; `onBack` returns to the card. */
  renderPage?: (spotId: string, isOpen: boolean, onBack: () => void) => ReactNode
}

function loadPanel() {
  return import('../card/selected-panel.tsx')
}

// Not needed until a spot is selected.
const SelectedPanel = lazyPart(() => loadPanel().then(({ SelectedPanel }) => ({ default: SelectedPanel })))

// On phones, the list may cover the map's controls. Neither the list nor the card is ever covered.
function revealControls({ target }: FocusEvent) {
  if (scrollY > 0 && target.matches(':focus-visible') && !target.closest('section')) scrollTo({ top: 0 })
}

/**
 * The screen of all spots: search, filters, map (`SpotsMap`), the selected spot's card, and the list. `SpotsMapScreen` of
 * the feature spots wraps it with a spot's dialogs and page, which this feature can't import.
 */
export function SpotsScreen(props: Props) {
  const screen = useSpotsScreen(props.openSpotId)
  const { isWide, sheet } = screen
  const { home, height } = sheet
  // If this fails, the card itself tries again.
  useEffect(
    () =>
      void afterFirstScreen()
        .then(loadPanel)
        .catch(() => undefined),
    [],
  )
  return (
    <Page
      wide
      header={<SpotsBar screen={screen} />}
      panel={
        isWide && (
          <div className={classes(spotCardsStyles.spotsPanel, panelStyles.root)}>
            <SelectedCard {...props} screen={screen} />
            <ListedSpots {...props} screen={screen} />
          </div>
        )
      }
    >
      <div
        className={styles.root}
        data-sheet={height > 0 ? '' : undefined}
        ref={home}
        onFocus={isWide ? undefined : revealControls}
      >
        <SpotTools screen={screen} />
        <SpotsMap screen={screen}>
          {props.renderArea?.(screen.drawing.seen?.box ?? null, screen.drawing.map)}
        </SpotsMap>
        <FloatingShare />
        {!isWide && <ListedSpots {...props} screen={screen} />}
        {!isWide && <SelectedCard {...props} screen={screen} />}
      </div>
    </Page>
  )
}

function SelectedCard(props: Props & { screen: SpotsScreenState }) {
  const { openSpotId, onShare, renderActions, renderVisitorActions, renderMore, renderPage, screen } = props
  const { isWide, actions, sheet, state, swipe } = screen
  const { spotId } = state
  const { ref, cover } = sheet
  const { status } = useSession()
  const signedIn = status === 'signed-in'
  if (!spotId) return null
  return (
    <PartBoundary key={spotId}>
      <Suspense fallback={null}>
        <SelectedPanel
          spotId={spotId}
          shape={isWide ? 'panel' : 'sheet'}
          opensHalf={spotId === openSpotId}
          {...swipe}
          onClose={actions.close}
          onCover={cover}
          onShare={onShare}
          {...(signedIn ? { renderActions: (spot: SpotCard) => renderActions(spot, actions.close) } : {})}
          renderVisitorActions={renderVisitorActions}
          {...(renderMore && { renderMore })}
          {...(renderPage && { renderPage })}
          invite={!signedIn && spotId === openSpotId}
          visitor={status === 'loading' ? null : status === 'signed-out'}
          cardRef={ref}
        />
      </Suspense>
    </PartBoundary>
  )
}

function ListedSpots({ screen, renderListEnd }: Pick<Props, 'renderListEnd'> & { screen: SpotsScreenState }) {
  const { isListed, list, listed, filters, spots, isWide, state, actions, drawing } = screen
  if (!isListed) return null
  return (
    <PartBoundary>
      <SpotList
        list={list}
        spots={listed}
        filters={filters}
        total={spots.data?.total ?? 0}
        selectedId={isWide ? state.spotId : null}
        onSelect={actions.showSpot}
        onShowAll={() => actions.showAll(filters, false)}
        heading={screen.listHeading}
        end={renderListEnd?.(drawing.seen?.box ?? null)}
      />
    </PartBoundary>
  )
}

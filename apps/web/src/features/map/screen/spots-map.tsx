import { type ReactNode, Suspense } from 'react'
import { m } from '../../../i18n/messages.ts'
import { MapCredit } from '../map-credit.tsx'
import { LocateButton } from '../../places/index.ts'
import { DEFAULT_VIEW } from '../view/default-view.ts'
import { FirstPicture } from './first-picture.tsx'
import { LazyLocateOffer } from './lazy-map-parts.ts'
import { MapState } from '../map-state.tsx'
import type { SpotsScreenState } from './use-spots-screen.ts'
import { ZoomButtons } from '../zoom-buttons.tsx'
import { looks } from '../../../ui/looks.ts'
import { classes } from '../../../lib/classes.ts'
import styles from './spots-screen.module.css'
import mapStyles from '../map.module.css'

type Props = { screen: SpotsScreenState }

/**
 * The map of all spots with its floating controls, in `SpotsScreen`. It is 600 px tall (MAP-09, `--map-h`). Shows an
 * image until the map has been drawn.
 */
export function SpotsMap({ screen, children }: Props & { children?: ReactNode }) {
  const { drawing, frame, start, spots, selected } = screen
  const { box, phase, retry, tiles, seen, basemap, drawn, onPicture } = drawing
  const isWaiting = phase.kind === 'config' || phase.kind === 'building' || (phase.kind === 'ready' && !drawn)
  const picture = isWaiting && start && tiles && (
    <FirstPicture
      view={start}
      tiles={tiles}
      area={seen?.box ?? null}
      spots={spots.data}
      selected={selected}
      onShown={onPicture}
    />
  )
  return (
    <div
      className={classes(mapStyles.frame, styles.map)}
      data-testid="map"
      data-phase={phase.kind}
      data-basemap={basemap ?? undefined}
      data-drawn={drawn ? '' : undefined}
      ref={frame}
    >
      <div className={mapStyles.canvas} ref={box} />
      {picture}
      <MapState key={picture ? 'over' : 'alone'} phase={phase} onRetry={retry} over={Boolean(picture)} />
      {picture && <MapCredit basemap={null} />}
      {phase.kind === 'ready' && (
        <>
          <MapControls screen={screen} />
          {!picture && <MapCredit basemap={basemap} />}
        </>
      )}
      {phase.kind === 'ready' && <div className={styles.areas}>{children}</div>}
      {spots.isError && (
        <p className={styles.error} role="alert">
          {m.map_spots_failed()}
          <button type="button" className={looks.link} onClick={() => void spots.refetch()}>
            {m.map_retry()}
          </button>
        </p>
      )}
    </div>
  )
}

function MapControls({ screen }: Props) {
  const { state, drawing, locate } = screen
  const { map } = drawing
  return (
    <>
      <div className={styles.locate}>
        <Suspense fallback={null}>
          <LazyLocateOffer
            onShow={locate}
            middle={() => map?.view() ?? DEFAULT_VIEW}
            wanted={state.filters.near === 'me'}
          />
        </Suspense>
        <LocateButton onPress={locate} />
      </div>
      <div className={styles.zoom}>
        <ZoomButtons map={map} />
      </div>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Map as MapIcon } from 'lucide-react'
import { type ComponentType, Suspense, useMemo, useRef, useLayoutEffect, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { numberText } from '../../../lib/format.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { MapCredit } from '../map-credit.tsx'
import { DEFAULT_VIEW } from '../view/default-view.ts'
import { mapSpotsQuery, newestPlaceQuery } from '../map-requests.ts'
import { useLiveSpots } from '../screen/use-live-spots.ts'
import type { SpotsStillProps } from './spots-still.tsx'
import { StillMap } from './still-map.tsx'
import { useNearAndIdle } from '../use-near-and-idle.ts'
import { toBounds, type TileView, toTileView, WORLD } from '../view/view-tiles.ts'
import { classes } from '../../../lib/classes.ts'
import mapStyles from '../map.module.css'
import styles from './feed-map-card.module.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Shown instead of the map if its code can't be loaded.
function NoMap() {
  return (
    <div className={mapStyles.state} role="alert">
      <p>{m.map_not_available()}</p>
      <p className={mapStyles.stateText}>{m.map_start_failed()}</p>
    </div>
  )
}

// MapLibre is the largest part of the client, so it loads only once the card has been on screen and the browser is
// idle. If it can't load, the link still opens the map.
const SpotsStill = lazyPart(() =>
  import('./spots-still.tsx').then(
    ({ SpotsStill }): { default: ComponentType<SpotsStillProps> } => ({ default: SpotsStill }),
    () => ({ default: NoMap }),
  ),
)

/** At this zoom, spots have individual pins. */
const ZOOM = 11.4

function countText(total: number) {
  return m.map_card_count({ count: total, shown: numberText(total) })
}

/** A card with a small map around the newest spot, and the number of spots. Works without a router. */
export function FeedMapCard() {
  const { data: place, isError } = useQuery(newestPlaceQuery)
  const view = useMemo(() => {
    if (place === undefined && !isError) return null
    return place ? { ...place, zoom: ZOOM } : DEFAULT_VIEW
  }, [place, isError])
  const frame = useRef<HTMLDivElement>(null)
  const wanted = useNearAndIdle(frame)
  const [tiles, setTiles] = useState<TileView | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (!view || !element) return
    setTiles(toTileView(toBounds(view, element.clientWidth, element.clientHeight), view.zoom))
  }, [view])
  const { data: spots } = useQuery({ ...mapSpotsQuery(tiles ?? WORLD, {}), enabled: tiles !== null })
  useLiveSpots(tiles ?? WORLD, null)
  return (
    <section className={styles.root} aria-labelledby="map-card">
      <div className={classes(mapStyles.frame, styles.map)} ref={frame}>
        {place && <StillMap spotId={place.id} />}
        {!wanted && <MapCredit basemap={null} />}
        {view && wanted && (
          <Suspense fallback={null}>
            <SpotsStill view={view} spots={spots} />
          </Suspense>
        )}
      </div>
      <div className={styles.foot}>
        <h2 id="map-card">{m.map_title()}</h2>
        <ButtonLink href="/spots" size="sm" icon={<MapIcon aria-hidden="true" />}>
          {spots ? countText(spots.total) : m.map_card_all()}
        </ButtonLink>
      </div>
    </section>
  )
}

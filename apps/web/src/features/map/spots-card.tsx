import { useQuery } from '@tanstack/react-query'
import { Map as MapIcon } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useMemo, useRef, useLayoutEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { MapCredit } from './credit.tsx'
import { DEFAULT_VIEW } from './default-view.ts'
import { mapSpotsQuery, newestPlaceQuery, useLiveSpots } from './map-spots.ts'
import './map.css'
import './spots-card.css'
import type { SpotsStillProps } from './spots-still.tsx'
import { StillMap, useNearViewport } from './still-map.tsx'
import { boundsOf, type TileView, tilesOf, WORLD } from './view-tiles.ts'

// What stands there where the map cannot come.
const NoMap = () => (
  <div className="map-state" role="alert">
    <p className="font-strong">{m.map_not_available()}</p>
    <p className="text-sm">{m.map_start_failed()}</p>
  </div>
)

// The map library is the heaviest part of the program: it comes when the card has been on screen and there is nothing
// better to do. Without it the number still leads to the spots.
const SpotsStill = lazy(() =>
  import('./spots-still.tsx').then(
    ({ SpotsStill }): { default: ComponentType<SpotsStillProps> } => ({ default: SpotsStill }),
    () => ({ default: NoMap }),
  ),
)

/** So near that single spots have their pins. */
const ZOOM = 11.4

const countText = (total: number) =>
  total === 1 ? m.map_card_count_one() : m.map_card_count({ count: total.toLocaleString('en') })

/** A card with a small map of where somebody shared a spot last, and how many spots there are. Needs no router. */
export function SpotsCard() {
  const { data: place, isError } = useQuery(newestPlaceQuery)
  const view = useMemo(() => {
    if (place === undefined && !isError) return null
    return place ? { ...place, zoom: ZOOM } : DEFAULT_VIEW
  }, [place, isError])
  const frame = useRef<HTMLDivElement>(null)
  const wanted = useNearViewport(frame)
  const [tiles, setTiles] = useState<TileView | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (!view || !element) return
    setTiles(tilesOf(boundsOf(view, element.clientWidth, element.clientHeight), view.zoom))
  }, [view])
  const { data: spots } = useQuery({ ...mapSpotsQuery(tiles ?? WORLD, {}), enabled: tiles !== null })
  useLiveSpots(tiles ?? WORLD, null)
  return (
    <section className="spots-card" aria-labelledby="spots-card">
      <div className="map-frame spots-card-map" ref={frame}>
        {place && <StillMap spotId={place.id} />}
        {!wanted && <MapCredit basemap={null} />}
        {view && wanted && (
          <Suspense fallback={null}>
            <SpotsStill view={view} spots={spots} />
          </Suspense>
        )}
      </div>
      <div className="spots-card-foot">
        <h2 id="spots-card">{m.map_title()}</h2>
        <ButtonLink href="/spots" size="sm" icon={<MapIcon aria-hidden="true" />}>
          {spots ? countText(spots.total) : m.map_card_all()}
        </ButtonLink>
      </div>
    </section>
  )
}

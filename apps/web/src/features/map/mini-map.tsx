import { toSpotType } from '@nollie/contract/spot-types'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { TypePin } from '../../ui/type-glyph.tsx'
import { MapCredit } from './credit.tsx'
import type { Basemap } from './engine/types.ts'
import './map.css'
import { MapState } from './map-state.tsx'
import { NoStreets } from './no-streets.tsx'
import { StillMap, useNearViewport } from './still-map.tsx'
import { useMapBox } from './use-map-box.ts'

type Props = {
  spotId: string
  latitude: number
  longitude: number
  /** Kind of spot whose pin stands there; `spot_types[0]`. */
  type: string | null
  /** The spot is not there any more. */
  gone?: boolean
  /** Size comes from here. */
  className?: string
}

const ZOOM = 15
/** Without streets the coast and the towns around say more than an empty box. */
const STREETLESS_ZOOM = 10
/** Half a pin; and more under the notice, which takes the top of the map. */
const [BELOW, BELOW_NOTICE] = [24, 38]

/**
 * A small map that shows where one spot is and does not move: a picture first, the map itself once it has been on
 * screen. Fills its box; give the box a height.
 */
export function MiniMap({ spotId, latitude, longitude, type, gone = false, className = '' }: Props) {
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const [streetless, setStreetless] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const wanted = useNearViewport(frame)
  const { box, map, phase, retry } = useMapBox(
    (engine, element, style) =>
      new engine.StillMap(element, {
        view: { latitude, longitude, zoom: ZOOM },
        basemap: style,
        label: m.map_small_label(),
        onBasemap: setBasemap,
        onStreetsMissing: setStreetless,
      }),
    { rest: !wanted },
  )
  const isPending = phase.kind === 'config' || phase.kind === 'building'
  useEffect(() => {
    map?.show(
      { id: '', type: toSpotType(type ?? '') ?? 'other', gone, latitude, longitude },
      streetless ? STREETLESS_ZOOM : ZOOM,
      streetless ? BELOW_NOTICE : BELOW,
    )
  }, [map, latitude, longitude, type, gone, streetless])
  return (
    <div className={`map-frame ${className}`} ref={frame}>
      <StillMap spotId={spotId} />
      {isPending && (
        <span className="map-still-pin">
          <TypePin type={type ?? 'other'} size={44} selected />
        </span>
      )}
      <div className="map-canvas" ref={box} />
      {!isPending && <MapState phase={phase} onRetry={retry} small />}
      {phase.kind === 'ready' && streetless && <NoStreets point={{ latitude, longitude }} />}
      {(isPending || phase.kind === 'ready') && <MapCredit basemap={isPending ? null : basemap} />}
    </div>
  )
}

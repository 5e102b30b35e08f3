import { toSpotType } from '@nollie/contract/spot-types'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { MapCredit } from './credit.tsx'
import type { Basemap } from './engine/types.ts'
import './map.css'
import { MapState } from './map-state.tsx'
import { NoStreets } from './no-streets.tsx'
import { useMapBox } from './use-map-box.ts'

type Props = {
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

/** A small map that shows where one spot is and does not move. Fills its box; give the box a height. */
export function MiniMap({ latitude, longitude, type, gone = false, className = '' }: Props) {
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const [streetless, setStreetless] = useState(false)
  const { box, map, phase, retry } = useMapBox(
    (engine, element, style) =>
      new engine.StillMap(element, {
        view: { latitude, longitude, zoom: ZOOM },
        basemap: style,
        label: m.map_small_label(),
        onBasemap: setBasemap,
        onStreetsMissing: setStreetless,
      }),
  )
  useEffect(() => {
    map?.show(
      { id: '', type: toSpotType(type ?? '') ?? 'other', gone, latitude, longitude },
      streetless ? STREETLESS_ZOOM : ZOOM,
      streetless ? BELOW_NOTICE : BELOW,
    )
  }, [map, latitude, longitude, type, gone, streetless])
  return (
    <div className={`map-frame ${className}`}>
      <div className="map-canvas" ref={box} />
      <MapState phase={phase} onRetry={retry} small />
      {phase.kind === 'ready' && streetless && <NoStreets point={{ latitude, longitude }} />}
      {phase.kind === 'ready' && <MapCredit basemap={basemap} />}
    </div>
  )
}

import { toSpotType } from '@nollie/contract/spot-types'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { MapCredit } from './credit.tsx'
import type { Basemap } from './engine/types.ts'
import './map.css'
import { MapState } from './map-state.tsx'
import { useMapBox } from './use-map-box.ts'

type Props = {
  latitude: number
  longitude: number
  /** Kind of spot whose pin stands there; `spot_types[0]`. */
  type: string | null
  /** Size comes from here. */
  className?: string
}

const ZOOM = 15

/** A small map that shows where one spot is and does not move. Fills its box; give the box a height. */
export function MiniMap({ latitude, longitude, type, className = '' }: Props) {
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const { box, map, phase, retry } = useMapBox(
    (engine, element, style) =>
      new engine.StillMap(element, {
        view: { latitude, longitude, zoom: ZOOM },
        basemap: style,
        label: m.map_small_label(),
        onBasemap: setBasemap,
      }),
  )
  useEffect(() => {
    map?.show({ id: '', type: toSpotType(type ?? '') ?? 'other', latitude, longitude }, ZOOM)
  }, [map, latitude, longitude, type])
  return (
    <div className={`map-frame ${className}`}>
      <div className="map-canvas" ref={box} />
      <MapState phase={phase} onRetry={retry} small />
      {phase.kind === 'ready' && <MapCredit basemap={basemap} />}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { LocateButton } from '../location/index.ts'
import { MapCredit } from './credit.tsx'
import { DEFAULT_VIEW, SPOT_ZOOM } from './default-view.ts'
import type { Basemap } from './engine/types.ts'
import { firstViewQuery, viewOn } from './first-view.ts'
import './map.css'
import { MapState } from './map-state.tsx'
import { NoStreets } from './no-streets.tsx'
import { SearchField } from './search-field.tsx'
import './search-field.css'
import { useMe } from './use-me.ts'
import { useMapBox } from './use-map-box.ts'

/** A point in degrees. */
export type Point = { latitude: number; longitude: number }

type Props = {
  value: Point | null
  /** The person put the pin somewhere: by a click, by dragging it, or by keyboard. */
  onPick: (point: Point) => void
  /** Kind of spot the pin shows; the first one chosen. */
  type: string | null
  /** Size comes from here. */
  className?: string
}

/** Somebody known this exactly (metres) can put the pin where they stand. */
const PIN_METRES = 150

const same = (a: Point | null, b: Point | null) =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude

/**
 * A map with a pin to put somewhere. A `value` from outside (typed, or the photo's position) moves the map there; the
 * person's own picks do not move it. Fills its box; give the box a height.
 */
export function LocationPicker({ value, onPick, type, className = '' }: Props) {
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const [streetless, setStreetless] = useState(false)
  const picked = useRef<Point | null>(null)
  const first = useQuery({ ...firstViewQuery, enabled: value === null })
  const viewIn = ({ clientWidth, clientHeight }: HTMLElement) =>
    first.data ? viewOn(first.data, { width: clientWidth, height: clientHeight }) : DEFAULT_VIEW
  const pick = useEffectEvent((point: Point) => {
    picked.current = point
    onPick(point)
  })
  const { box, map, phase, retry } = useMapBox(
    (engine, element, style) =>
      new engine.PickerMap(element, {
        view: value ? { ...value, zoom: SPOT_ZOOM } : viewIn(element),
        basemap: style,
        label: m.map_pick_label(),
        pinLabel: m.map_pick_pin(),
        type: type ?? 'other',
        onPick: (point) => pick(point),
        onBasemap: setBasemap,
        onStreetsMissing: setStreetless,
      }),
    { wait: value === null && first.isPending },
  )
  const { press } = useMe(map)
  const locate = async () => {
    const me = await press()
    // Who stands at the spot wants the pin there.
    if (me && !value && me.accuracy <= PIN_METRES) {
      const { latitude, longitude } = me
      map?.setPoint({ latitude, longitude })
      pick({ latitude, longitude })
    }
  }
  useEffect(() => map?.setType(type ?? 'other'), [map, type])
  useEffect(() => {
    if (same(value, picked.current)) return
    picked.current = value
    map?.setPoint(value, value ? SPOT_ZOOM : undefined)
  }, [map, value])
  // A map made anew starts without its pin.
  useEffect(() => {
    if (map && picked.current) map.setPoint(picked.current)
  }, [map])
  return (
    <div className={`map-frame ${className}`}>
      <div className="map-canvas" ref={box} />
      <MapState phase={phase} onRetry={retry} small />
      <div className="map-place-search">
        <SearchField
          spots={false}
          value=""
          onSearch={() => undefined}
          onSubmit={() => Promise.resolve(false)}
          onSpot={() => undefined}
          onPlace={({ bounds, ...at }) => {
            if (bounds) map?.fitBounds(bounds)
            else map?.flyTo({ ...at, zoom: SPOT_ZOOM })
          }}
          onPoint={(at) => {
            map?.setPoint(at, SPOT_ZOOM)
            pick(at)
          }}
          ready={phase.kind !== 'config' && phase.kind !== 'building'}
          near={() => map?.view() ?? value}
        />
      </div>
      {phase.kind === 'ready' && (
        <>
          {streetless && <NoStreets point={value} />}
          <div className="map-tools">
            <IconButton label={m.map_zoom_in()} variant="solid" onClick={() => map?.zoomBy(1)}>
              <Plus size={20} aria-hidden="true" />
            </IconButton>
            <IconButton label={m.map_zoom_out()} variant="solid" onClick={() => map?.zoomBy(-1)}>
              <Minus size={20} aria-hidden="true" />
            </IconButton>
            <LocateButton onPress={() => void locate()} />
          </div>
          <MapCredit basemap={basemap} />
        </>
      )}
    </div>
  )
}

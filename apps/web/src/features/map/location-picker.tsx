import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { MapCredit } from './credit.tsx'
import { DEFAULT_VIEW, SPOT_ZOOM } from './default-view.ts'
import type { Basemap } from './engine/types.ts'
import './map.css'
import { MapState } from './map-state.tsx'
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

const same = (a: Point | null, b: Point | null) =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude

/**
 * A map with a pin to put somewhere. A `value` from outside (typed, or the photo's position) moves the map there; the
 * person's own picks do not move it. Fills its box; give the box a height.
 */
export function LocationPicker({ value, onPick, type, className = '' }: Props) {
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const picked = useRef<Point | null>(null)
  const pick = useEffectEvent((point: Point) => {
    picked.current = point
    onPick(point)
  })
  const { box, map, phase, retry } = useMapBox(
    (engine, element, style) =>
      new engine.PickerMap(element, {
        view: value ? { ...value, zoom: SPOT_ZOOM } : DEFAULT_VIEW,
        basemap: style,
        label: m.map_pick_label(),
        pinLabel: m.map_pick_pin(),
        type: type ?? 'other',
        onPick: (point) => pick(point),
        onBasemap: setBasemap,
      }),
  )
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
      {phase.kind === 'ready' && <MapCredit basemap={basemap} />}
    </div>
  )
}

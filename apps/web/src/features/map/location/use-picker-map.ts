import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { vibrate } from '../../../lib/vibrate.ts'
import { DEFAULT_VIEW } from '../view/default-view.ts'
import { SPOT_ZOOM } from '../view/spot-zoom.ts'
import type { Basemap } from '../engine/types.ts'
import { firstViewQuery, viewOn } from '../view/first-view.ts'
import type { Point } from '../map-requests.ts'
import { useMapBox } from '../use-map-box.ts'
import { useLocate } from './use-locate.ts'

/** Locating the device places the pin only if the position is at least this accurate (meters). */
const PIN_METRES = 150

function same(a: Point | null, b: Point | null) {
  return a?.latitude === b?.latitude && a?.longitude === b?.longitude
}

type Props = { value: Point | null; onPick: (point: Point) => void; type: string | null }

/** Provides a {@link LocationPicker}'s map and pin, and whether the map has streets. */
export function usePickerMap({ value, onPick, type }: Props) {
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const [streetless, setStreetless] = useState(false)
  const picked = useRef<Point | null>(null)
  const first = useQuery({ ...firstViewQuery, enabled: value === null })
  const viewIn = ({ clientWidth, clientHeight }: HTMLElement) =>
    first.data ? viewOn(first.data, { width: clientWidth, height: clientHeight }) : DEFAULT_VIEW
  const pick = useEffectEvent((point: Point) => {
    picked.current = point
    vibrate()
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
  const { press } = useLocate(map)
  const locate = async () => {
    const me = await press()
    // The person is probably at the spot, so place the pin there.
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
  // A new map has no pin yet.
  useEffect(() => {
    if (map && picked.current) map.setPoint(picked.current)
  }, [map])
  return { box, map, phase, retry, basemap, streetless, pick: (point: Point) => pick(point), locate }
}

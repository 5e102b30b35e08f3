import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Stop } from '../engine/index.ts'
import type { Basemap } from '../engine/types.ts'
import { SmallMapFrame } from './small-map-frame.tsx'
import { useNearAndIdle } from '../use-near-and-idle.ts'
import { useMapBox } from '../use-map-box.ts'

type Props = {
  /** The stops in order; the pins are numbered to match. */
  stops: readonly Stop[]
  label: string
  onPress: (id: string) => void
}

const START = 11

/** A map of numbered stops. Fills its container, which must have a height. */
export function RouteMap({ stops, label, onPress }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useNearAndIdle(frame)
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const press = useEffectEvent(onPress)
  const [first] = stops
  const drawing = useMapBox(
    (engine, element, style) =>
      new engine.RouteMap(
        element,
        {
          view: { latitude: first?.latitude ?? 0, longitude: first?.longitude ?? 0, zoom: START },
          basemap: style,
          label,
          onBasemap: setBasemap,
        },
        (id) => press(id),
      ),
    { rest: !isNear },
  )
  const { map } = drawing
  // Reordering the stops doesn't change the view, but different stops or a new map do.
  const shown = useRef('')
  useEffect(() => {
    if (!map) {
      shown.current = ''
      return
    }
    const ids = stops
      .map(({ id }) => id)
      .toSorted()
      .join()
    map.show(stops, ids !== shown.current)
    shown.current = ids
  }, [map, stops])
  return <SmallMapFrame {...{ drawing, basemap, frame }} />
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import type { Stop } from './engine/index.ts'
import type { Basemap } from './engine/types.ts'
import { MapCredit } from './map-credit.tsx'
import { MapState } from './map-state.tsx'
import { useNearViewport } from './still-map.tsx'
import { useMapBox } from './use-map-box.ts'
import { ZoomButtons } from './zoom-buttons.tsx'
import styles from './map.module.css'

type Props = {
  /** In their order, which the pins are numbered by. */
  stops: readonly Stop[]
  label: string
  onPress: (id: string) => void
}

const START = 11

/** A map of numbered stops. It fills its container, which needs a height. */
export function RouteMap({ stops, label, onPress }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(frame)
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const press = useEffectEvent(onPress)
  const [first] = stops
  const { box, map, phase, retry } = useMapBox(
    (engine, element, style) =>
      new engine.RouteMap(
        element,
        {
          view: { latitude: first?.latitude ?? 0, longitude: first?.longitude ?? 0, zoom: START },
          ...{ basemap: style, label, onBasemap: setBasemap },
        },
        (id) => press(id),
      ),
    { rest: !isNear },
  )
  // A new order leaves the view as it is; other stops, or a new map, do not.
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
  return (
    <div className={classes(styles.frame, styles.fill)} ref={frame}>
      <div className={styles.canvas} ref={box} />
      <MapState phase={phase} onRetry={retry} small />
      {phase.kind === 'ready' && (
        <>
          <div className={styles.tools}>
            <ZoomButtons map={map} />
          </div>
          <MapCredit basemap={basemap} />
        </>
      )}
    </div>
  )
}

import { useEffect, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { AppLink } from '../../../ui/link.tsx'
import { MapCredit } from '../map-credit.tsx'
import type { Basemap, SpotItems, View } from '../engine/types.ts'
import { MapState } from '../map-state.tsx'
import { writeMapUrl } from '../view/map-url.ts'
import { useMapBox } from '../use-map-box.ts'
import styles from '../map.module.css'
import feedMapCardStyles from './feed-map-card.module.css'

function nothing() {
  return undefined
}

/** The view and its spots; `spots` is undefined while they load. */
export type SpotsStillProps = { view: View; spots: SpotItems | undefined }

/** A fixed map with spots. Clicking it opens the spot map at this view. Fills its container. */
export function SpotsStill({ view, spots }: SpotsStillProps) {
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const { box, map, phase, retry } = useMapBox(
    (engine, element, style) =>
      new engine.SpotMap(
        element,
        { view, still: true, basemap: style, label: m.map_label(), onBasemap: setBasemap },
        { onMove: nothing, onSelect: nothing },
      ),
  )
  useEffect(() => map?.jumpTo(view), [map, view])
  useEffect(() => {
    if (spots) map?.setSpots(spots)
  }, [map, spots])
  // Until the map is ready, the image behind it stays visible.
  const isPending = phase.kind === 'config' || phase.kind === 'building'
  const { at } = writeMapUrl({ filters: {}, view, spotId: null })
  return (
    <>
      <div className={styles.canvas} ref={box} />
      {!isPending && <MapState phase={phase} onRetry={retry} small />}
      <AppLink
        className={feedMapCardStyles.open}
        href={`/spots?at=${at}`}
        aria-label={m.map_card_open_map()}
        tabIndex={-1}
      />
      {(isPending || phase.kind === 'ready') && <MapCredit basemap={isPending ? null : basemap} />}
    </>
  )
}

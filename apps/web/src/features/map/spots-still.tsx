import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { AppLink } from '../../ui/link.tsx'
import { MapCredit } from './credit.tsx'
import type { Basemap, SpotItems, View } from './engine/types.ts'
import './map.css'
import { MapState } from './map-state.tsx'
import { writeMapUrl } from './map-url.ts'
import { useMapBox } from './use-map-box.ts'

const nothing = () => undefined

/** What to show; `spots` when they have come. */
export type SpotsStillProps = { view: View; spots: SpotItems | undefined }

/** A map with spots that does not move; pressing it opens the map of spots there. Fills its box. */
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
  // The picture of the map stands below it until then.
  const isPending = phase.kind === 'config' || phase.kind === 'building'
  const { at } = writeMapUrl({ filters: {}, view, spotId: null })
  return (
    <>
      <div className="map-canvas" ref={box} />
      {!isPending && <MapState phase={phase} onRetry={retry} small />}
      <AppLink
        className="spots-card-open"
        href={`/spots?at=${at}`}
        aria-label={m.map_card_map()}
        tabIndex={-1}
      />
      {(isPending || phase.kind === 'ready') && <MapCredit basemap={isPending ? null : basemap} />}
    </>
  )
}

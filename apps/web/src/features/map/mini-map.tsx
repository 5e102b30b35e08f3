import { toSpotType } from '@nollie/contract/spots/spot-types'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { TypePin } from '../../ui/type-glyph.tsx'
import { MapCredit } from './map-credit.tsx'
import type { Basemap } from './engine/types.ts'
import { MapState } from './map-state.tsx'
import { NoStreets } from './no-streets.tsx'
import { StillMap, useNearViewport } from './still-map.tsx'
import { useMapBox } from './use-map-box.ts'
import { classes } from '../../lib/classes.ts'
import styles from './map.module.css'

type Props = {
  spotId: string
  latitude: number
  longitude: number
  /** The spot type of the pin: `spot_types[0]`. */
  type: string | null
  /** Whether the spot is gone. */
  gone?: boolean
}

const ZOOM = 15
/** The zoom without streets: far enough to show the coast and towns, because a closer view would be empty. */
const STREETLESS_ZOOM = 10
/** The spot's offset below the centre in px: half a pin, and more with the notice at the top of the map. */
const [BELOW, BELOW_NOTICE] = [24, 38]

/**
 * A small map of one spot that cannot be moved: first a picture, and the map itself after it was on screen. It fills
 * its container, which needs a height.
 */
export function MiniMap({ spotId, latitude, longitude, type, gone = false }: Props) {
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
    <div className={classes(styles.frame, styles.fill)} ref={frame}>
      <StillMap spotId={spotId} />
      {isPending && (
        <span className={styles.stillPin}>
          <TypePin type={type ?? 'other'} size={44} selected />
        </span>
      )}
      <div className={styles.canvas} ref={box} />
      {!isPending && <MapState phase={phase} onRetry={retry} small />}
      {phase.kind === 'ready' && streetless && <NoStreets point={{ latitude, longitude }} />}
      {(isPending || phase.kind === 'ready') && <MapCredit basemap={isPending ? null : basemap} />}
    </div>
  )
}

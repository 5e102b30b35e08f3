import type { Precision } from '@nollie/contract/audiences/audience-table'
import { CIRCLE_METRES } from '@nollie/contract/audiences/audience-table'
import { toSpotType } from '@nollie/contract/spots/spot-types'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { TypePin } from '../../../ui/text/type-glyph.tsx'
import { MapCredit } from '../map-credit.tsx'
import type { Basemap } from '../engine/types.ts'
import { NoStreets } from '../streets/no-streets.tsx'
import { StillMap } from './still-map.tsx'
import { useNearAndIdle } from '../use-near-and-idle.ts'
import { useMapBox } from '../use-map-box.ts'
import { useStreetsAt } from '../streets/use-streets-at.ts'
import { classes } from '../../../lib/classes.ts'
import styles from '../map.module.css'

type Props = {
  spotId: string
  latitude: number
  longitude: number
  /** The spot type on the pin: `spot_types[0]`. */
  type: string | null
  /** Whether the spot no longer exists. */
  gone?: boolean
  /** The precision at which this viewer sees the spot. Unless it's exact, a circle replaces the pin. */
  shown?: Precision
  /** Whether the map is a backdrop, without the notice about missing streets. */
  backdrop?: boolean
  /** Whether this viewer sees a different position than the public image shows. */
  isOwnView?: boolean
}

/** Zoom levels at which the pin or circle fits. */
const ZOOMS: Record<Precision, number> = { exact: 15, about_150_m: 14.5, about_1_km: 12, town: 11 }
/** The zoom if there are no streets. It is far enough out to show the coast and towns; a closer view would be empty. */
const STREETLESS_ZOOM = 10
/** The spot's offset below the center in px: half a pin, or more when the notice is at the top of the map. */
const [BELOW, BELOW_NOTICE] = [24, 38]

/**
 * A small, fixed map of one spot. It starts as an image, which the real map replaces once it has streets. If there are
 * no streets or no WebGL, the image remains. Fills its container, which must have a height.
 */
export function MiniMap(props: Props) {
  const { spotId, latitude, longitude, type, gone = false, shown = 'exact', isOwnView = false } = props
  const { backdrop = false } = props
  const [basemap, setBasemap] = useState<Basemap | null>(null)
  const [streetless, setStreetless] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useNearAndIdle(frame)
  const streets = useStreetsAt({ latitude, longitude }, isNear)
  const { box, map, phase } = useMapBox(
    (engine, element, style) =>
      new engine.StillMap(element, {
        view: { latitude, longitude, zoom: ZOOMS[shown] },
        basemap: style,
        label: m.map_small_label(),
        onBasemap: setBasemap,
        onStreetsMissing: setStreetless,
      }),
    { rest: !streets },
  )
  const isDrawn = phase.kind === 'ready'
  const isPicture = streets === false || phase.kind === 'failed' || phase.kind === 'no-config'
  useEffect(() => {
    map?.show(
      { id: '', type: toSpotType(type ?? '') ?? 'other', gone, latitude, longitude },
      streetless ? STREETLESS_ZOOM : ZOOMS[shown],
      { below: streetless ? BELOW_NOTICE : BELOW, circle: CIRCLE_METRES[shown] },
    )
  }, [map, latitude, longitude, type, gone, streetless, shown])
  return (
    <div
      className={classes(styles.frame, styles.fill, styles.withPin)}
      data-backdrop={backdrop ? '' : undefined}
      ref={frame}
    >
      {!isOwnView && <StillMap spotId={spotId} />}
      {!isDrawn && (
        <span className={CIRCLE_METRES[shown] === null ? styles.stillPin : styles.stillCircle}>
          {CIRCLE_METRES[shown] === null && <TypePin type={type ?? 'other'} size={54} selected gone={gone} />}
        </span>
      )}
      <div className={styles.canvas} ref={box} />
      {!backdrop && (isPicture || (isDrawn && streetless)) && <NoStreets point={{ latitude, longitude }} />}
      <MapCredit basemap={isDrawn ? basemap : null} />
    </div>
  )
}

import { ArrowUp, Compass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { distanceText } from '../../lib/text/distance-text.ts'
import { Button } from '../../ui/button.tsx'
import { computeBearing, toWind } from './direction.ts'
import { isExact, metresTo } from './distance.ts'
import { guide, locate, stopGuiding, useDevicePosition } from './device-position.ts'
import styles from './places.module.css'

const TEXTS = {
  n: m.places_direction_n,
  ne: m.places_direction_ne,
  e: m.places_direction_e,
  se: m.places_direction_se,
  s: m.places_direction_s,
  sw: m.places_direction_sw,
  w: m.places_direction_w,
  nw: m.places_direction_nw,
}

/** If no compass data arrives within this time (ms), the device has no compass. */
const NO_COMPASS_MS = 3_000

/**
 * The distance and direction to a place. After a click, an arrow turns with the device and points to the place. If the
 * device has no compass, the arrow points as it would on a map.
 */
export function DirectionRow({ to }: { to: { latitude: number; longitude: number } }) {
  const { record, heading, guiding } = useDevicePosition()
  const [waited, setWaited] = useState(false)
  useEffect(() => stopGuiding, [])
  useEffect(() => {
    if (!guiding) return
    const timer = setTimeout(() => setWaited(true), NO_COMPASS_MS)
    return () => clearTimeout(timer)
  }, [guiding])
  const press = async () => {
    if (guiding) return stopGuiding()
    // Compass permission must be requested by the click itself.
    guide()
    setWaited(false)
    if (!isExact(record)) await locate()
  }
  const isKnown = isExact(record)
  const bearing = isKnown ? computeBearing(record, to) : 0
  return (
    <div className={styles.direction}>
      {isKnown && (
        <>
          <ArrowUp
            className={styles.arrow}
            size={26}
            aria-hidden="true"
            data-testid="direction-arrow"
            style={{ rotate: `${Math.round(bearing - (guiding ? (heading ?? 0) : 0))}deg` }}
          />
          <b>{TEXTS[toWind(bearing)]({ distance: distanceText(metresTo(record, to)) })}</b>
        </>
      )}
      <Button
        variant="line"
        size="sm"
        icon={<Compass aria-hidden="true" />}
        aria-pressed={guiding}
        onClick={() => void press()}
      >
        {guiding ? m.places_direction_hide() : m.places_direction_show()}
      </Button>
      {/* The click already reserves the space for this, so that nothing moves seconds later. */}
      {guiding && (
        <small role="status">
          {isKnown && waited && heading === null ? m.places_no_compass() : '\u00a0'}
        </small>
      )}
    </div>
  )
}

import type { Spot } from '@nollie/contract'
import { CornerUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { buttonLook } from '../../ui/index.ts'
import { isPosition } from './is-position.ts'
import { directionsLink } from '../../lib/maps-links.ts'
import { classes } from '../../lib/classes.ts'
import styles from './spot-about.module.css'

/** The small map of a spot, which the screen gives, and the way there; a sentence where its position is none. */
export function MapAndDirections({ spot, map }: { spot: Spot; map: ReactNode }) {
  if (!isPosition(spot))
    return (
      <div className={classes(styles.map, styles.mapInvalid)} role="alert">
        {m.spots_invalid_location()}
      </div>
    )
  return (
    <div className={styles.where}>
      <div className={styles.map}>{map}</div>
      <div className={styles.directions}>
        <a
          {...buttonLook({ variant: 'primary', wide: true })}
          href={directionsLink(spot)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <CornerUpRight aria-hidden="true" />
          {(spot.is_exact ?? true) ? m.spots_get_directions() : m.spots_get_directions_about()}
        </a>
      </div>
    </div>
  )
}

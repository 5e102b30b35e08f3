import { m } from '../../i18n/messages.ts'
import { AppLink, TypeGlyph } from '../../ui/index.ts'
import type { LightboxSpot } from './lightbox-item.ts'
import styles from './lightbox.module.css'

/** A link to the item's spot. Renders nothing unless the item has a spot and `viewSpot` is set. */
export function ViewSpot({ spot, viewSpot }: { spot: LightboxSpot | null; viewSpot: boolean }) {
  if (!viewSpot || !spot) return null
  return (
    <AppLink
      className={styles.plate}
      href={`/spots/${spot.id}`}
      onClick={(event) => {
        if (spot.id) return
        event.preventDefault()
        console.error('View Spot: this photo or video names no spot.')
      }}
    >
      <TypeGlyph type={spot.spot_type ?? 'other'} size={32} />
      {m.lightbox_view_spot()}
    </AppLink>
  )
}

import type { SpotCard } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { distanceText } from '../../../lib/text/distance-text.ts'
import { getCardPhoto, Photo } from '../../../ui/photos/photo.tsx'
import { TypeGlyph } from '../../../ui/text/type-glyph.tsx'
import { isExact, metresTo, useDevicePosition } from '../../places/index.ts'
import { getTypes } from './spot-card-parts.tsx'
import styles from './spots-in-view.module.css'

/** The number of spots in the row. The list has all of them. */
const SHOWN_MAX = 12

function Picture({ spot }: { spot: SpotCard }) {
  const media = getCardPhoto(spot)
  const [type = 'other'] = getTypes(spot)
  return (
    <span className={styles.picture} data-type={type}>
      {media ? <Photo media={media} alt="" square sizes="72px" /> : <TypeGlyph type={type} size={36} />}
    </span>
  )
}

type Props = {
  /** The spots in view, including the selected one. */
  spots: readonly SpotCard[]
  selectedId: string
  onSelect: (spotId: string) => void
}

/** The other spots in view, as a row to swipe through. Selecting one opens its card. Renders nothing without others. */
export function SpotsInView({ spots, selectedId, onSelect }: Props) {
  const { record } = useDevicePosition()
  const others = spots.filter(({ id }) => id !== selectedId).slice(0, SHOWN_MAX)
  if (others.length === 0) return null
  return (
    <ul className={styles.row} aria-label={m.map_list()}>
      {others.map((spot) => {
        const distance = isExact(record) ? distanceText(metresTo(record, spot)) : null
        return (
          <li key={spot.id}>
            <button type="button" className={styles.spot} onClick={() => onSelect(spot.id)}>
              <Picture spot={spot} />
              <span className={styles.words}>
                <bdi className={styles.name}>{spot.name}</bdi>
                <span>{distance ?? spot.city}</span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

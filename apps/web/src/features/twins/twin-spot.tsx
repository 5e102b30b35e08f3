import type { SpotCard } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { AppLink, Photo, TypeGlyph } from '../../ui/index.ts'
import styles from './twins.module.css'

type Props = { spot: Pick<SpotCard, 'id' | 'name' | 'city' | 'photo' | 'spot_type'>; stays?: boolean }

/** One of two spots, with its photo, name, and town. It links to the spot's page. */
export function TwinSpot({ spot, stays }: Props) {
  return (
    <AppLink className={styles.spot} href={`/spots/${spot.id}`}>
      <span className={styles.photo}>
        {spot.photo ? (
          <Photo media={spot.photo} alt="" square className={styles.fill} />
        ) : (
          <TypeGlyph type={spot.spot_type ?? 'other'} size={40} />
        )}
        {stays && <span className={styles.stays}>{m.twins_merge_target()}</span>}
      </span>
      <b>
        <bdi>{spot.name}</bdi>
      </b>
      {spot.city && (
        <small>
          <bdi>{spot.city}</bdi>
        </small>
      )}
    </AppLink>
  )
}

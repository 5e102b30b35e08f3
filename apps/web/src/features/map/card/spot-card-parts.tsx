import type { SpotCard } from '@nollie/contract'
import { Ban, MapPin } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { distanceText } from '../../../lib/text/distance-text.ts'
import { classes } from '../../../lib/classes.ts'
import { useCountryText } from '../../../lib/places/countries.ts'
import { cityAndState } from '../../../lib/places/place-text.ts'
import { DifficultyBadge, TypeBadge } from '../../../ui/badge.tsx'
import { looks } from '../../../ui/looks.ts'
import { getCardPhoto, Photo } from '../../../ui/photos/photo.tsx'
import { TypeGlyph } from '../../../ui/text/type-glyph.tsx'
import { isExact, metresTo, useDevicePosition } from '../../places/index.ts'
import styles from './spot-cards.module.css'

/** Returns a spot's types, starting with the main one. Older spots have only one. */
export function getTypes({ spot_types, spot_type }: SpotCard) {
  return spot_types.length > 0 ? spot_types : spot_type ? [spot_type] : []
}

type SpotPhotoProps = { spot: SpotCard; square?: boolean; sizes: string; className?: string | undefined }

/** A spot's photo, or a picture of its type if it has none. */
export function SpotPhoto({ spot, square = false, sizes, className = styles.spotPhoto }: SpotPhotoProps) {
  const media = getCardPhoto(spot)
  if (media)
    return (
      <Photo
        media={media}
        alt={spot.photo?.alt_text ?? m.map_photo_of({ name: spot.name })}
        square={square}
        sizes={sizes}
        className={className}
      />
    )
  const [type = 'other'] = getTypes(spot)
  return (
    <span className={classes(className, styles.spotPhotoNone)} data-type={type}>
      <TypeGlyph type={type} size={64} />
    </span>
  )
}

/** A spot's city and state, and its distance if we know the viewer's position. */
export function Place({ spot }: { spot: SpotCard }) {
  const { record } = useDevicePosition()
  const inOwnLanguage = useCountryText()
  const place = cityAndState({ ...spot, country: inOwnLanguage(spot.country) })
  const distance = isExact(record) ? distanceText(metresTo(record, spot)) : null
  if (!place && !distance) return null
  return (
    <p className={styles.spotPlace}>
      <MapPin size={15} aria-hidden="true" />
      {distance && (
        <b className={styles.spotDistance}>
          <span aria-hidden="true">{distance}</span>
          <span className="sr-only">{m.places_away({ distance })}</span>
        </b>
      )}
      <span>{place}</span>
    </p>
  )
}

/** A badge for a spot that no longer exists. */
export function GoneBadge() {
  return (
    <span className={classes(looks.badge, styles.spotGoneBadge)}>
      <Ban size={15} aria-hidden="true" />
      {m.map_gone()}
    </span>
  )
}

/** Badges for a spot's difficulty and types. */
export function Badges({ spot }: { spot: SpotCard }) {
  return (
    <div className={styles.spotBadges}>
      {spot.difficulty_level && <DifficultyBadge level={spot.difficulty_level} />}
      {getTypes(spot).map((type) => (
        <TypeBadge key={type} type={type} />
      ))}
    </div>
  )
}

import type { SpotCard } from '@nollie/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useCountryText } from '../../lib/places/countries.ts'
import { shortDistanceText } from '../../lib/text/distance-text.ts'
import { Button, Photo, TypeBadge, TypeGlyph } from '../../ui/index.ts'
import { isPin, nearbyQuery, placeText, type Sought } from '../spots/index.ts'
import { looks } from '../../ui/looks.ts'
import styles from './share.module.css'

/** The nearest spot that may be a duplicate, and its distance. */
export type Nearby = { spot: SpotCard; metres: number; same_picture: boolean }

const NOTHING: Sought = { latitude: 0, longitude: 0, name: '', spot_types: [], media_ids: [] }

// Debounce time (ms) for typing, because each digit of a coordinate changes the position.
const REST_MS = 300

/** Returns the existing spot near the pin; null if there is none or it hasn't loaded. */
export function useNearby(sought: Sought | null, isSending: boolean): Nearby | null {
  const [checked, setChecked] = useState(sought)
  const content = JSON.stringify(sought)
  useEffect(() => {
    const timer = setTimeout(() => setChecked(JSON.parse(content) as Sought | null), REST_MS)
    return () => clearTimeout(timer)
  }, [content])
  const { data } = useQuery({
    ...nearbyQuery(checked ?? NOTHING),
    // Disabled while sending, because afterward the nearest spot would be the form's own.
    enabled: isPin(checked) && isPin(sought) && !isSending,
    // Prevents the notice from flickering while the person types a name.
    placeholderData: keepPreviousData,
  })
  return (isPin(checked) && isPin(sought) && data?.items[0]) || null
}

/** A row for a spot: photo, name, place, and types. It opens the spot in a new tab, so that the form isn't lost. */
export function NearbySpot({ spot }: { spot: SpotCard }) {
  const inOwnLanguage = useCountryText()
  const place = placeText({ city: spot.city, state: spot.state, country: inOwnLanguage(spot.country) })
  return (
    <a className={styles.nearbySpot} href={`/spots/${spot.id}`} target="_blank" rel="noopener">
      <span className={styles.nearbyPhoto}>
        {spot.photo ? (
          <Photo media={spot.photo} alt="" square className={styles.nearbyFill} />
        ) : (
          <TypeGlyph type={spot.spot_type ?? 'other'} size={34} />
        )}
      </span>
      <span className={styles.nearbyFacts}>
        <strong>
          <bdi>{spot.name}</bdi>
        </strong>
        {place && (
          <span className={styles.nearbyPlace}>
            <MapPin size={15} aria-hidden="true" />
            <span>{place}</span>
          </span>
        )}
        <span className={styles.nearbyTypes}>
          {spot.spot_types.slice(0, 2).map((type) => (
            <TypeBadge key={type} type={type} />
          ))}
        </span>
      </span>
    </a>
  )
}

type Props = { nearby: Nearby; overridden: boolean; onOverride: () => void; onSame: (() => void) | null }

/** Shows that there's a spot near the pin, and lets the person confirm that theirs is a different spot. */
export function NearbyNotice({ nearby, overridden, onOverride, onSame }: Props) {
  if (overridden) return <p className={looks.fieldHint}>{m.share_nearby_dismissed()}</p>
  return (
    <div className={styles.nearbyNotice} role="status">
      <p className={styles.nearbyTitle}>
        {m.share_nearby_title({ distance: shortDistanceText(nearby.metres) })}
      </p>
      <p className={styles.nearbyText}>
        {m.share_nearby_text()} {nearby.same_picture && m.share_nearby_photo_match()}
      </p>
      <NearbySpot spot={nearby.spot} />
      {onSame && (
        <Button size="sm" variant="ink" onClick={onSame}>
          {m.share_nearby_same()}
        </Button>
      )}
      <Button size="sm" variant="line" onClick={onOverride}>
        {m.share_nearby_override()}
      </Button>
    </div>
  )
}

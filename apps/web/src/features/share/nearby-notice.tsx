import type { SpotCard } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Photo, TypeBadge, TypeGlyph } from '../../ui/index.ts'
import { isPin, nearbyQuery, placeText, type Point } from '../spots/index.ts'
import '../spots/spots.css'

/** The nearest spot that is likely the same place, and how far it is. */
export type Nearby = { spot: SpotCard; metres: number }

/** Whole metres for people; never 0. */
export const metresText = (metres: number): number => Math.max(1, Math.round(metres))

// While coordinates are being typed, every digit is another place.
const REST_MS = 300

/** The spot that is already where the pin is; null while there is none or nobody knows. */
export function useNearby(point: Point | null): Nearby | null {
  const [checkedPoint, setCheckedPoint] = useState(point)
  useEffect(() => {
    const timer = setTimeout(() => setCheckedPoint(point), REST_MS)
    return () => clearTimeout(timer)
  }, [point])
  const { data } = useQuery({
    ...nearbyQuery(checkedPoint ?? { latitude: 0, longitude: 0 }),
    enabled: isPin(checkedPoint),
  })
  return (isPin(checkedPoint) && data?.items[0]) || null
}

/** A spot as a row: picture, name, place, kinds; opens in a tab of its own, so that the form stays. */
export function NearbySpot({ spot }: { spot: SpotCard }) {
  const place = placeText({ city: spot.city, state: spot.state, country: spot.country })
  return (
    <a className="nearby-spot" href={`/spots/${spot.id}`} target="_blank" rel="noopener">
      <span className="nearby-photo">
        {spot.photo ? (
          <Photo media={spot.photo} alt="" square className="tile-fill" />
        ) : (
          <TypeGlyph type={spot.spot_type ?? 'other'} size={34} />
        )}
      </span>
      <span className="min-w-0">
        <strong className="block truncate">
          <bdi>{spot.name}</bdi>
        </strong>
        {place && (
          <span className="nearby-place">
            <MapPin size={15} aria-hidden="true" />
            <span className="truncate">{place}</span>
          </span>
        )}
        <span className="mt-1 flex flex-wrap gap-1">
          {spot.spot_types.slice(0, 2).map((type) => (
            <TypeBadge key={type} type={type} />
          ))}
        </span>
      </span>
    </a>
  )
}

type Props = { nearby: Nearby; overridden: boolean; onOverride: () => void }

/** Says that there is a spot already, shows it, and takes "it is a different one" for an answer. */
export function NearbyNotice({ nearby, overridden, onOverride }: Props) {
  if (overridden) return <p className="field-hint">{m.share_nearby_dismissed()}</p>
  return (
    <div className="nearby-notice" role="status">
      <p className="font-strong">{m.share_nearby_title({ metres: metresText(nearby.metres) })}</p>
      <p className="text-sm">{m.share_nearby_text()}</p>
      <NearbySpot spot={nearby.spot} />
      <Button size="sm" variant="line" onClick={onOverride}>
        {m.share_nearby_override()}
      </Button>
    </div>
  )
}

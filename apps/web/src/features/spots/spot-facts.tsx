import type { Spot } from '@nollie/contract'
import { CornerUpRight, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { AppLink, Avatar, DifficultyBadge, Time, TypeBadge } from '../../ui/index.ts'
import { directionsLink, isPosition, placeText } from './spot-links.ts'
import './spots.css'

const dates = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })

/** A day as people read it: `Mar 14, 2024`. */
export const dayText = (timestamp: string): string => dates.format(new Date(timestamp))

/** How hard it is and what there is to skate. */
export function SpotBadges({ spot }: { spot: Pick<Spot, 'difficulty_level' | 'spot_types'> }) {
  if (!spot.difficulty_level && spot.spot_types.length === 0) return null
  return (
    <div className="detail-badges">
      {spot.difficulty_level && <DifficultyBadge level={spot.difficulty_level} />}
      {spot.spot_types.map((type) => (
        <TypeBadge key={type} type={type} />
      ))}
    </div>
  )
}

/** Who shared the spot, and when; of an imported spot, only when. */
export function SpotCreator({ spot }: { spot: Pick<Spot, 'creator' | 'created_at'> }) {
  const { creator } = spot
  const day = <Time at={spot.created_at}>{dayText(spot.created_at)}</Time>
  if (!creator) return <p className="detail-creator text-xs text-ink-3">{day}</p>
  return (
    <div className="detail-creator">
      <Avatar person={creator} size={44} />
      <div className="min-w-0">
        <p className="detail-creator-name">
          <AppLink href={`/user/${creator.user_id}`}>
            <bdi>{nameOf(creator)}</bdi>
          </AppLink>
        </p>
        <p className="text-xs text-ink-3">{day}</p>
      </div>
    </div>
  )
}

/** Text and address, and where an imported spot comes from. */
export function SpotText({ spot }: { spot: Spot }) {
  const place = placeText(spot)
  return (
    <>
      {spot.status === 'gone' && <p className="detail-gone">{m.spot_gone()}</p>}
      {spot.description && <p className="detail-description">{spot.description}</p>}
      {place && (
        <p className="detail-address">
          <MapPin size={18} aria-hidden="true" />
          <span>{place}</span>
        </p>
      )}
      {spot.source && (
        <p className="detail-source">
          {spot.source.url ? (
            <a
              className="underline"
              href={spot.source.url}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {m.spot_source({ source: spot.source.name, licence: spot.source.licence })}
            </a>
          ) : (
            m.spot_source({ source: spot.source.name, licence: spot.source.licence })
          )}
        </p>
      )}
    </>
  )
}

/** The small map, drawn by the screen, and the way there. */
export function SpotWhere({ spot, map }: { spot: Spot; map: ReactNode }) {
  if (!isPosition(spot))
    return (
      <div className="detail-map detail-map-invalid" role="alert">
        {m.spot_invalid_location()}
      </div>
    )
  return (
    <div className="detail-where">
      <div className="detail-map">{map}</div>
      <a
        className="btn btn-primary detail-directions"
        href={directionsLink(spot)}
        target="_blank"
        rel="noopener noreferrer"
      >
        <CornerUpRight aria-hidden="true" />
        {m.spot_get_directions()}
      </a>
    </div>
  )
}

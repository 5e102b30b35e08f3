import type { Spot } from '@nollie/contract'
import { MapPin } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { dayText } from '../../../lib/format.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { AppLink, Avatar, DifficultyBadge, Time, TypeBadge } from '../../../ui/index.ts'
import { placeText } from '../address-text.ts'
import { classes } from '../../../lib/classes.ts'
import { useCountryText } from '../../../lib/places/countries.ts'
import { Translated } from '../../translations/index.ts'
import styles from './spot-about.module.css'

/** A spot's difficulty and type badges. */
export function SpotBadges({ spot }: { spot: Pick<Spot, 'difficulty_level' | 'spot_types'> }) {
  if (!spot.difficulty_level && spot.spot_types.length === 0) return null
  return (
    <div className={styles.badges} data-prints="">
      {spot.difficulty_level && <DifficultyBadge level={spot.difficulty_level} />}
      {spot.spot_types.map((type) => (
        <TypeBadge key={type} type={type} />
      ))}
    </div>
  )
}

/** A spot's creator and date. Imported spots show neither, because the day of an import says nothing about the spot. */
export function SpotCreator({ spot }: { spot: Pick<Spot, 'creator' | 'created_at' | 'source'> }) {
  const { creator } = spot
  const day = <Time at={spot.created_at}>{dayText(spot.created_at)}</Time>
  if (spot.source) return null
  if (!creator) return <p className={classes(styles.creator, styles.when)}>{day}</p>
  return (
    <div className={styles.creator}>
      <Avatar person={creator} size={44} />
      <div className={styles.creatorFacts}>
        <p className={styles.creatorName}>
          <AppLink href={`/user/${creator.user_id}`}>
            <bdi>{getName(creator)}</bdi>
          </AppLink>
        </p>
        <p className={styles.when}>{day}</p>
      </div>
    </div>
  )
}

// Imported records without an ID have one derived from their name and place.
function hasOwnId({ source_id }: Spot): boolean {
  return Boolean(source_id) && !source_id?.startsWith('made-')
}

/** A spot's address in one line. Renders nothing if it has none. */
export function SpotAddress({ spot }: { spot: Spot }) {
  const inOwnLanguage = useCountryText()
  const place = placeText({ ...spot, country: inOwnLanguage(spot.country) })
  if (!place) return null
  return (
    <p className={styles.address}>
      <MapPin size={18} aria-hidden="true" />
      <span>{place}</span>
    </p>
  )
}

/** A spot's description, and the source of an imported spot. */
export function SpotText({ spot }: { spot: Spot }) {
  return (
    <>
      {spot.description && (
        <Translated of={{ kind: 'spot', id: spot.id }} text={spot.description} className={styles.description}>
          <p className={styles.description} dir="auto">
            {spot.description}
          </p>
        </Translated>
      )}
      {spot.source && (
        <p className={styles.source}>
          {spot.source.url ? (
            <a href={spot.source.url} target="_blank" rel="noopener noreferrer nofollow">
              {m.spots_source({ source: spot.source.name, licence: spot.source.licence })}
            </a>
          ) : (
            m.spots_source({ source: spot.source.name, licence: spot.source.licence })
          )}
          {hasOwnId(spot) && <small>{m.spots_source_id({ id: spot.source_id ?? '' })}</small>}
        </p>
      )}
      {spot.source && spot.source_missing_since && spot.standing.is_doubtful && (
        <p className={styles.source}>
          {m.spots_source_missing({ source: spot.source.name, day: dayText(spot.source_missing_since) })}
        </p>
      )}
    </>
  )
}

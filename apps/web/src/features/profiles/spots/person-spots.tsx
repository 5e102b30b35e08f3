import type { SpotCard } from '@nollie/contract'
import { mayEditSpot } from '@nollie/contract/rights'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { listItems } from '../../../lib/paging.ts'
import { useCountryText } from '../../../lib/places/countries.ts'
import { cityAndState } from '../../../lib/places/place-text.ts'
import { useLiveSpotList } from '../../../lib/places/use-live-spot-list.ts'
import { useSession } from '../../../lib/use-session.ts'
import {
  AppLink,
  ButtonLink,
  EmptyState,
  getCardPhoto,
  PagedList,
  Photo,
  TypeGlyph,
} from '../../../ui/index.ts'
import { StoppedBadge } from '../../checks/index.ts'
import { PersonSpotMenu } from '../../spots/index.ts'
import { isPersonMissing, PersonMissing } from '../../people/index.ts'
import { spotsQuery } from '../profile-requests.ts'
import { SpotGrid, SpotGridSkeleton } from './spot-grid.tsx'
import profilesStyles from '../profiles.module.css'
import styles from './person-spots.module.css'
import { peopleLook } from '../../people/index.ts'

function getType({ spot_type, spot_types }: SpotCard) {
  return spot_types[0] ?? spot_type ?? 'other'
}

/** A spot card that links to the spot's page. */
export function SpotLink({ spot }: { spot: SpotCard }) {
  const media = getCardPhoto(spot)
  const inOwnLanguage = useCountryText()
  const place = cityAndState({ ...spot, country: inOwnLanguage(spot.country) })
  return (
    <AppLink className={profilesStyles.spot} href={`/spots/${spot.id}`} data-card="">
      <span className={profilesStyles.spotPhoto}>
        {media ? (
          <Photo
            media={media}
            alt=""
            sizes="(width >= 1024px) 300px, 50vw"
            className={profilesStyles.spotFill}
          />
        ) : (
          <TypeGlyph type={getType(spot)} size={48} />
        )}
      </span>
      <span className={styles.text}>
        <TypeGlyph type={getType(spot)} size={28} />
        <span>
          <b>
            <bdi>{spot.name}</bdi>
          </b>
          {place && <small>{place}</small>}
          <StoppedBadge condition={spot.standing} orGone />
        </span>
      </span>
    </AppLink>
  )
}

function Spot({ spot, user_id, mayEdit }: { spot: SpotCard; user_id: string; mayEdit: boolean }) {
  const client = useQueryClient()
  return (
    <>
      <SpotLink spot={spot} />
      {mayEdit && (
        <div className={profilesStyles.spotMenu}>
          <PersonSpotMenu
            spot={spot}
            onDeleted={() => void client.invalidateQueries({ queryKey: spotsQuery(user_id).queryKey })}
          />
        </div>
      )}
    </>
  )
}

function Empty({ own }: { own: boolean }) {
  if (!own) return <EmptyState art="spots" title={m.profiles_spots_empty_other()} />
  return (
    <EmptyState
      art="spots"
      title={m.profiles_spots_empty_own()}
      action={
        <ButtonLink href="/share-spot" variant="primary">
          {m.profiles_spots_empty_own_button()}
        </ButtonLink>
      }
    >
      {m.profiles_spots_empty_own_text()}
    </EmptyState>
  )
}

type Props = {
  user_id: string
  own: boolean
  /** For screens with nothing but spots: one column on phones, three on wide screens. */
  wide?: boolean
}

/** The number of spots that a person has shared, as text. Empty until it has loaded. */
export function SpotsCount({ user_id }: { user_id: string }) {
  const { data } = useInfiniteQuery(spotsQuery(user_id))
  const count = data?.pages[0]?.spots_count
  if (count === undefined) return null
  return <p className={peopleLook.count}>{m.profiles_spots_count({ count })}</p>
}

/** The spots that a person has shared, newest first. Each one links to its page. */
export function PersonSpots({ user_id, own, wide = false }: Props) {
  const query = useInfiniteQuery(spotsQuery(user_id))
  const { user } = useSession()
  const mayEdit = mayEditSpot(user && { ...user, session_id: '' }, { created_by: user_id })
  const spots = listItems(query.data)
  useLiveSpotList(spotsQuery(user_id).queryKey, spots)
  const columns = wide ? 'wide' : 'two'
  const skeleton = <SpotGridSkeleton columns={columns} label={m.profiles_spots_loading()} />
  if (isPersonMissing(query.error)) return <PersonMissing user_id={user_id} />
  return (
    <PagedList
      query={query}
      count={spots.length}
      failed={m.profiles_spots_failed()}
      skeleton={skeleton}
      empty={<Empty own={own} />}
      next={{ label: m.profiles_spots_loading() }}
    >
      <SpotGrid columns={columns}>
        {spots.map((spot) => (
          <li key={spot.id}>
            <Spot spot={spot} user_id={user_id} mayEdit={mayEdit} />
          </li>
        ))}
      </SpotGrid>
    </PagedList>
  )
}

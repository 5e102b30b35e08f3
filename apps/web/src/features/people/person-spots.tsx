import type { SpotCard } from '@nollie/contract'
import { mayEditSpot } from '@nollie/contract/viewer'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { cityAndState } from '../../lib/place-text.ts'
import { useSession } from '../../lib/session.ts'
import {
  AppLink,
  ButtonLink,
  EmptyState,
  Loaded,
  Loading,
  NextPage,
  Photo,
  Skeleton,
  TypeGlyph,
} from '../../ui/index.ts'
import { SpotCardMenu } from '../spots/index.ts'
import { isNobody, PersonMissing } from './person-missing.tsx'
import { spotsQuery } from './people-requests.ts'
import './person.css'

const typeOf = ({ spot_type, spot_types }: SpotCard) => spot_types[0] ?? spot_type ?? 'other'

/** A spot as a card that leads to its page. */
export function SpotLink({ spot }: { spot: SpotCard }) {
  const media = spot.photo ?? (spot.photo_url ? { base: null, url: spot.photo_url } : null)
  const place = cityAndState(spot)
  return (
    <AppLink className="person-spot" href={`/spots/${spot.id}`}>
      <span className="person-spot-photo">
        {media ? (
          <Photo media={media} alt="" sizes="(width >= 1024px) 300px, 50vw" className="person-spot-fill" />
        ) : (
          <TypeGlyph type={typeOf(spot)} size={48} />
        )}
      </span>
      <span className="person-spot-text">
        <TypeGlyph type={typeOf(spot)} size={28} />
        <span>
          <b>
            <bdi>{spot.name}</bdi>
          </b>
          {place && <small>{place}</small>}
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
        <div className="person-spot-menu">
          <SpotCardMenu
            spot={spot}
            onDeleted={() => void client.invalidateQueries({ queryKey: spotsQuery(user_id).queryKey })}
          />
        </div>
      )}
    </>
  )
}

function Empty({ own }: { own: boolean }) {
  if (!own) return <EmptyState art="spots" title={m.people_spots_empty_other()} />
  return (
    <EmptyState
      art="spots"
      title={m.people_spots_empty_own()}
      action={
        <ButtonLink href="/share-spot" variant="primary">
          {m.people_spots_empty_own_button()}
        </ButtonLink>
      }
    >
      {m.people_spots_empty_own_text()}
    </EmptyState>
  )
}

type Props = {
  user_id: string
  own: boolean
  /** On a screen of their own: one column on phones, three on wide ones. */
  wide?: boolean
}

/** The number of spots somebody shared as text; empty until it is known. */
export function SpotsCount({ user_id }: { user_id: string }) {
  const { data } = useInfiniteQuery(spotsQuery(user_id))
  const count = data?.pages[0]?.spots_count
  if (count === undefined) return null
  return (
    <p className="people-count">
      {count === 1 ? m.people_spots_count_one() : m.people_spots_count({ count })}
    </p>
  )
}

/** The spots somebody shared, newest first; each leads to its page. */
export function PersonSpots({ user_id, own, wide = false }: Props) {
  const query = useInfiniteQuery(spotsQuery(user_id))
  const { user } = useSession()
  const mayEdit = mayEditSpot(user && { ...user, session_id: '' }, { created_by: user_id })
  const spots = query.data?.pages.flatMap(({ items }) => items) ?? []
  const shape = wide ? 'person-spots person-spots-wide' : 'person-spots'
  const skeleton = (
    <Loading label={m.people_spots_loading()}>
      <div className={shape}>
        <Skeleton className="person-spot-photo" />
        <Skeleton className="person-spot-photo" />
      </div>
    </Loading>
  )
  if (isNobody(query.error)) return <PersonMissing user_id={user_id} />
  return (
    <Loaded query={query} failed={m.people_spots_failed()} skeleton={skeleton}>
      {spots.length === 0 && <Empty own={own} />}
      <ul className={shape}>
        {spots.map((spot) => (
          <li key={spot.id}>
            <Spot spot={spot} user_id={user_id} mayEdit={mayEdit} />
          </li>
        ))}
      </ul>
      <NextPage pages={query} label={m.people_spots_loading()} />
    </Loaded>
  )
}

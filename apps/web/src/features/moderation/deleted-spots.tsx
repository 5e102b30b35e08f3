import type { DeletedSpot } from '@nollie/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { NAMELESS, nameOf } from '../../lib/names.ts'
import { Button, EmptyState, Loaded, NextPage } from '../../ui/index.ts'
import { agoText } from '../posts/index.ts'
import { deletedSpotsQuery } from './moderation-requests.ts'
import { LoadingText } from './states.tsx'
import { useAction } from './use-action.ts'

function SpotRow({ spot }: { spot: DeletedSpot }) {
  const { id, name, city, deleted_by, deleted_at, posts_count: count } = spot
  const { busy, run } = useAction(m.moderation_restored({ name }))
  const who = deleted_by ? nameOf(deleted_by, NAMELESS.card) : m.moderation_somebody()
  const restore = () => run(() => call('POST /api/spots/:spot_id/restore', { params: { spot_id: id } }))
  return (
    <div className="mod-member">
      <div className="mod-spot">
        <b>
          <bdi>{name}</bdi>
        </b>
        {city && (
          <small>
            <bdi>{city}</bdi>
          </small>
        )}
        <small>{m.moderation_spots_by({ name: who, ago: agoText(deleted_at) })}</small>
        {count > 0 && (
          <small>{count === 1 ? m.moderation_spots_one() : m.moderation_spots_posts({ count })}</small>
        )}
      </div>
      <Button size="sm" busy={busy && m.moderation_restoring()} onClick={() => void restore()}>
        {m.moderation_restore()}
      </Button>
    </div>
  )
}

/** Deleted spots, to be brought back with what was posted there. */
export function DeletedSpots() {
  const query = useInfiniteQuery(deletedSpotsQuery)
  const spots = query.data?.pages.flatMap(({ items }) => items)
  if (!spots)
    return (
      <Loaded
        query={query}
        failed={m.moderation_spots_failed()}
        skeleton={<LoadingText label={m.moderation_loading()} />}
      />
    )
  if (spots.length === 0)
    return (
      <EmptyState art="spots" title={m.moderation_spots_empty()}>
        {m.moderation_spots_empty_text()}
      </EmptyState>
    )
  return (
    <>
      <ul className="mod-rows">
        {spots.map((spot) => (
          <li key={spot.id}>
            <SpotRow spot={spot} />
          </li>
        ))}
      </ul>
      <NextPage pages={query} label={m.moderation_loading()} byHand />
    </>
  )
}

import type { DeletedSpot } from '@nollie/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { agoText } from '../../lib/text/ago-text.ts'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { listItems } from '../../lib/paging.ts'
import { Button, EmptyState, PagedList } from '../../ui/index.ts'
import { deletedSpotsQuery } from './moderation-requests.ts'
import { LoadingText } from './loading-text.tsx'
import { useModerationAction } from './use-moderation-action.ts'
import styles from './moderation.module.css'

function SpotRow({ spot }: { spot: DeletedSpot }) {
  const { id, name, city, deleted_by, deleted_at, posts_count: count } = spot
  const { busy, submit: restore } = useModerationAction({
    send: () => call('POST /api/spots/:spot_id/restore', { params: { spot_id: id } }),
    successText: m.moderation_restored({ name }),
  })
  const who = deleted_by ? getName(deleted_by, NAMELESS.card) : m.moderation_former_member()
  return (
    <div className={styles.modMember}>
      <div className={styles.modSpot}>
        <b>
          <bdi>{name}</bdi>
        </b>
        {city && (
          <small>
            <bdi>{city}</bdi>
          </small>
        )}
        <small>{m.moderation_deleted_spots_by({ name: who, ago: agoText(deleted_at) })}</small>
        {count > 0 && <small>{m.moderation_deleted_spots_posts({ count })}</small>}
      </div>
      <Button size="sm" busy={busy && m.moderation_restoring()} onClick={restore}>
        {m.moderation_restore()}
      </Button>
    </div>
  )
}

/** Lists deleted spots, which can be restored along with their posts. */
export function DeletedSpots() {
  const query = useInfiniteQuery(deletedSpotsQuery)
  const spots = listItems(query.data)
  const empty = (
    <EmptyState art="spots" title={m.moderation_deleted_spots_empty()}>
      {m.moderation_deleted_spots_empty_text()}
    </EmptyState>
  )
  return (
    <PagedList
      query={query}
      count={spots.length}
      failed={m.moderation_deleted_spots_failed()}
      skeleton={<LoadingText label={m.moderation_loading()} />}
      empty={empty}
      next={{ label: m.moderation_loading(), byHand: true }}
    >
      <ul className={styles.modRows}>
        {spots.map((spot) => (
          <li key={spot.id}>
            <SpotRow spot={spot} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

import type { Api, SpotCard } from '@nollie/contract'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, type Ref, useId } from 'react'
import { m } from '../../../i18n/messages.ts'
import { useSession } from '../../../lib/use-session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { FailedNote, PagedList } from '../../../ui/list-states.tsx'
import { useOnline } from '../../../ui/notices/offline-banner.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { type Filters, isFiltered } from '../view/map-url.ts'
import { SpotListCard } from './spot-list-card.tsx'
import { useFocusOnNew } from './use-focus-on-new.ts'
import styles from '../card/spot-cards.module.css'

/** The list's pages, from {@link spotListQuery}. */
export type SpotPages = UseInfiniteQueryResult<InfiniteData<Api['GET /api/spots']['answer']>>

type Props = {
  list: SpotPages
  /** The spots of all loaded pages, in the order in which they are shown. */
  spots: SpotCard[]
  filters: Filters
  /** The number of matching spots anywhere, to distinguish no matches in view from no matches at all. */
  total: number
  /** The selected spot. The list leaves it out because it has its own card. */
  selectedId: string | null
  onSelect: (spot: SpotCard) => void
  onShowAll: () => void
  /** The heading, which receives focus after the list's area changes. */
  heading: Ref<HTMLHeadingElement>
  /** What follows the spots. */
  end: ReactNode
}

/** The spots in view as a list, which also works without a map. */
export function SpotList(props: Props) {
  const { list, spots, filters, total, selectedId, onSelect, onShowAll, heading, end } = props
  const id = useId()
  const { rows, showMore } = useFocusOnNew(spots, list.fetchNextPage)
  return (
    <section className={styles.spotList} aria-labelledby={id}>
      <h2 className="sr-only" id={id} ref={heading} tabIndex={-1}>
        {m.map_list()}
      </h2>
      <PagedList
        query={{ ...list, fetchNextPage: showMore }}
        count={spots.length}
        failed={failed}
        skeleton={<Skeletons />}
        empty={<Nothing filters={filters} total={total} onShowAll={onShowAll} />}
        next={{
          label: m.map_list_loading(),
          more: m.map_list_more(),
          className: styles.spotListNext,
          byHand: true,
        }}
      >
        <ul ref={rows}>
          {spots.map((spot) => (
            <li key={spot.id} hidden={spot.id === selectedId}>
              <SpotListCard spot={spot} onSelect={() => onSelect(spot)} />
            </li>
          ))}
        </ul>
      </PagedList>
      {end}
    </section>
  )
}

function Skeletons() {
  return (
    <Loading label={m.map_list_loading()}>
      <Skeleton className={styles.spotRowSkeleton} />
      <Skeleton className={styles.spotRowSkeleton} />
      <Skeleton className={styles.spotRowSkeleton} />
    </Loading>
  )
}

function ListFailed({ onRetry }: { onRetry: () => void }) {
  const isOnline = useOnline()
  return (
    <FailedNote
      className={styles.spotListFailed}
      text={isOnline ? m.map_spots_failed() : m.map_spots_offline()}
      again={m.map_retry()}
      onRetry={onRetry}
    />
  )
}

function failed(retry: () => void) {
  return <ListFailed onRetry={retry} />
}

function Nothing({ filters, total, onShowAll }: Pick<Props, 'filters' | 'total' | 'onShowAll'>) {
  const isAdmin = useSession().user?.is_admin === true
  if (total === 0 && !isFiltered(filters))
    return (
      <EmptyState
        art="spots"
        title={m.map_list_empty()}
        action={
          <>
            <ButtonLink href="/share-spot" size="sm">
              {m.map_list_empty_share()}
            </ButtonLink>
            {isAdmin && (
              <ButtonLink href="/admin/skateparks" size="sm" variant="line">
                {m.imports_osm_start()}
              </ButtonLink>
            )}
          </>
        }
      >
        {m.map_list_empty_text()}
      </EmptyState>
    )
  return (
    <EmptyState
      art="spots"
      title={m.map_list_empty()}
      action={
        total > 0 && (
          <Button variant="line" size="sm" onClick={onShowAll}>
            {m.map_list_show_all()}
          </Button>
        )
      }
    >
      {total === 0 ? m.map_list_empty_filters() : m.map_list_empty_here()}
    </EmptyState>
  )
}

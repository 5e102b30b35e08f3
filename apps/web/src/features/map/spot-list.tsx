import type { Api, SpotCard } from '@nollie/contract'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { isExact, metresTo, useHere } from '../location/index.ts'
import { type Filters, isFiltered } from './map-url.ts'
import { SpotListCard } from './spot-cards.tsx'

/** The pages of the list, as {@link spotListQuery} loads them. */
export type SpotPages = UseInfiniteQueryResult<InfiniteData<Api['GET /api/spots']['answer']>>

type Props = {
  list: SpotPages
  filters: Filters
  /** Spots that match anywhere; distinguishes an empty part of the map from an empty world. */
  total: number
  /** Not shown again below its own card. */
  selectedId: string | null
  onSelect: (spot: SpotCard) => void
  onShowAll: () => void
}

/** The spots in view as a list: the way to them that needs no map. */
export function SpotList({ list, filters, total, selectedId, onSelect, onShowAll }: Props) {
  const { record } = useHere()
  const loaded = list.data?.pages.flatMap((page) => page.items) ?? []
  // The server knows only roughly where the person is.
  const spots = isExact(record)
    ? loaded.toSorted((a, b) => metresTo(record, a) - metresTo(record, b))
    : loaded
  return (
    <section className="spot-list" aria-label={m.map_list()}>
      {list.isPending && (
        <Loading label={m.map_list_loading()}>
          <Skeleton className="spot-row-skeleton" />
          <Skeleton className="spot-row-skeleton" />
          <Skeleton className="spot-row-skeleton" />
        </Loading>
      )}
      {list.isError && !list.data && <Failed onRetry={() => void list.refetch()} />}
      {list.isSuccess && spots.length === 0 && (
        <Nothing filters={filters} total={total} onShowAll={onShowAll} />
      )}
      <ul>
        {spots.map((spot) => (
          <li key={spot.id} hidden={spot.id === selectedId}>
            <SpotListCard spot={spot} onSelect={() => onSelect(spot)} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="line"
          wide
          busy={list.isFetchingNextPage && m.map_list_loading()}
          onClick={() => void list.fetchNextPage()}
        >
          {m.map_list_more()}
        </Button>
      )}
    </section>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="spot-list-failed" role="alert">
      <p>{m.map_spots_failed()}</p>
      <Button variant="line" size="sm" onClick={onRetry}>
        {m.map_retry()}
      </Button>
    </div>
  )
}

function Nothing({ filters, total, onShowAll }: Pick<Props, 'filters' | 'total' | 'onShowAll'>) {
  if (total === 0 && !isFiltered(filters))
    return (
      <EmptyState
        art="spots"
        title={m.map_list_empty()}
        action={
          <ButtonLink href="/share-spot" size="sm">
            {m.map_list_first()}
          </ButtonLink>
        }
      >
        {m.map_list_empty_world()}
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

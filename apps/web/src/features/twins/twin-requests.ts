import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { feedKeys } from '../../lib/keys/feed.ts'
import { mapKeys } from '../../lib/keys/map.ts'
import { moderationKeys } from '../../lib/keys/moderation.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { twinKeys } from '../../lib/keys/twins.ts'
import { byCursor, from } from '../../lib/paging.ts'

/**
 * Fetches possible duplicates that the viewer can merge. If `spot_id` is given, fetches only that spot's duplicates.
 * Paginated.
 */
export function pairsQuery(spot_id: string | null) {
  return infiniteQueryOptions({
    queryKey: twinKeys.pairs(spot_id),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/twins', { query: { ...(spot_id && { spot_id }), ...from(pageParam) }, signal }),
  })
}

/** Fetches two spots to show side by side; `into` is the one that remains. */
export function previewQuery(into: string, other_id: string) {
  return queryOptions({
    queryKey: twinKeys.preview(into, other_id),
    queryFn: ({ signal }) =>
      call('GET /api/spots/:spot_id/merge/:other_id', { params: { spot_id: into, other_id }, signal }),
    retry: false,
  })
}

/** Fetches merges that the viewer can undo. If `spot_id` is given, fetches only merges into that spot. Paginated. */
export function mergesQuery(spot_id: string | null) {
  return infiniteQueryOptions({
    queryKey: twinKeys.merges(spot_id),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/merges', { query: { ...(spot_id && { spot_id }), ...from(pageParam) }, signal }),
  })
}

/** Fetches nearby spots that the viewer can merge with this one and whose names contain `q`. */
export function mergeableQuery(spot_id: string, q: string) {
  return queryOptions({
    queryKey: twinKeys.mergeable(spot_id, q),
    queryFn: ({ signal }) =>
      call('GET /api/spots/:spot_id/merge', { params: { spot_id }, query: q ? { q } : {}, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Refetches everything affected by a merge or its undo, which is nearly everything that names a spot. */
export async function refreshSpots(client: QueryClient): Promise<void> {
  for (const queryKey of [spotKeys.all, mapKeys.all, feedKeys.all, moderationKeys.all, twinKeys.all])
    await client.invalidateQueries({ queryKey })
}

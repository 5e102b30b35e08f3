import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { feedKeys } from '../../lib/keys/feed.ts'
import { mapKeys } from '../../lib/keys/map.ts'
import { moderationKeys } from '../../lib/keys/moderation.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { twinKeys } from '../../lib/keys/twins.ts'
import { byCursor, from } from '../../lib/paging.ts'

/** Possible duplicates that the viewer can merge, paginated; with `spot_id`, only duplicates of one spot. */
export const pairsQuery = (spot_id: string | null) =>
  infiniteQueryOptions({
    queryKey: twinKeys.pairs(spot_id),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/twins', { query: { ...(spot_id && { spot_id }), ...from(pageParam) }, signal }),
  })

/** Two spots side by side; `into` remains. */
export const previewQuery = (into: string, other_id: string) =>
  queryOptions({
    queryKey: twinKeys.preview(into, other_id),
    queryFn: ({ signal }) =>
      call('GET /api/spots/:spot_id/merge/:other_id', { params: { spot_id: into, other_id }, signal }),
    retry: false,
  })

/** Merges that the viewer can undo, paginated; with `spot_id`, only those into that spot. */
export const mergesQuery = (spot_id: string | null) =>
  infiniteQueryOptions({
    queryKey: twinKeys.merges(spot_id),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/merges', { query: { ...(spot_id && { spot_id }), ...from(pageParam) }, signal }),
  })

/** Spots near another one that the viewer can merge with it, whose names contain `q`. */
export const mergeableQuery = (spot_id: string, q: string) =>
  queryOptions({
    queryKey: twinKeys.mergeable(spot_id, q),
    queryFn: ({ signal }) =>
      call('GET /api/spots/:spot_id/merge', { params: { spot_id }, query: q ? { q } : {}, signal }),
    placeholderData: keepPreviousData,
  })

/** Refetches everything affected by a merge or its undo: nearly everything that names a spot. */
export const refreshSpots = async (client: QueryClient): Promise<void> => {
  for (const queryKey of [spotKeys.all, mapKeys.all, feedKeys.all, moderationKeys.all, twinKeys.all])
    await client.invalidateQueries({ queryKey })
}

import type { Box } from '@nollie/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { stewardKeys } from '../../lib/keys/stewards.ts'
import { byCursor, from } from '../../lib/paging.ts'

/** Fetches the areas in a map box. The edges are rounded, so that small moves don't cause a new request. */
export function areasInViewQuery({ west, south, east, north }: Box) {
  const box = [west, south, east, north].map((edge) => edge.toFixed(2)).join(',')
  return queryOptions({
    queryKey: stewardKeys.inView(box),
    queryFn: ({ signal }) => call('GET /api/stewards/areas', { query: { box }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
}

/** Fetches an area's page. Fails with `AREA_NOT_FOUND`. */
export function areaQuery(area_id: string) {
  return queryOptions({
    queryKey: stewardKeys.area(area_id),
    queryFn: ({ signal }) => call('GET /api/stewards/areas/:area_id', { params: { area_id }, signal }),
  })
}

/** Fetches the areas that the viewer follows or stewards. */
export const ownAreasQuery = queryOptions({
  queryKey: stewardKeys.mine,
  queryFn: ({ signal }) => call('GET /api/stewards/followed', { signal }),
})

/** Fetches the areas that a person stewards. */
export function areasOfPersonQuery(user_id: string) {
  return queryOptions({
    queryKey: stewardKeys.person(user_id),
    queryFn: ({ signal }) => call('GET /api/stewards/people/:user_id', { params: { user_id }, signal }),
    staleTime: 300_000,
    retry: false,
  })
}

/** Fetches what stewards have done at a spot. */
export function stewardshipQuery(spot_id: string) {
  return queryOptions({
    queryKey: stewardKeys.spot(spot_id),
    queryFn: ({ signal }) => call('GET /api/stewards/spots/:spot_id', { params: { spot_id }, signal }),
    staleTime: 30_000,
    retry: false,
  })
}

/** Fetches the pending work for an area's stewards. */
export function workQuery(area_id: string) {
  return queryOptions({
    queryKey: stewardKeys.work(area_id),
    queryFn: ({ signal }) => call('GET /api/stewards/areas/:area_id/work', { params: { area_id }, signal }),
  })
}

/** Fetches all areas with their stewards, page by page, for admins. */
export const managedAreasQuery = infiniteQueryOptions({
  queryKey: stewardKeys.managed,
  ...byCursor,
  queryFn: ({ pageParam, signal }) => call('GET /api/moderation/areas', { query: from(pageParam), signal }),
})

import type { Box } from '@nollie/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { stewardKeys } from '../../lib/keys/stewards.ts'
import { byCursor, from } from '../../lib/paging.ts'

/** The areas in a box of the map. The edges are rounded, so that small moves cause no new request. */
export const areasInViewQuery = ({ west, south, east, north }: Box) => {
  const box = [west, south, east, north].map((edge) => edge.toFixed(2)).join(',')
  return queryOptions({
    queryKey: stewardKeys.inView(box),
    queryFn: ({ signal }) => call('GET /api/stewards/areas', { query: { box }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
}

/** The page of an area; fails with `AREA_NOT_FOUND`. */
export const areaQuery = (area_id: string) =>
  queryOptions({
    queryKey: stewardKeys.area(area_id),
    queryFn: ({ signal }) => call('GET /api/stewards/areas/:area_id', { params: { area_id }, signal }),
  })

/** The areas that the viewer follows or stewards. */
export const ownAreasQuery = queryOptions({
  queryKey: stewardKeys.mine,
  queryFn: ({ signal }) => call('GET /api/stewards/followed', { signal }),
})

/** The areas that a person stewards. */
export const areasOfPersonQuery = (user_id: string) =>
  queryOptions({
    queryKey: stewardKeys.person(user_id),
    queryFn: ({ signal }) => call('GET /api/stewards/people/:user_id', { params: { user_id }, signal }),
    staleTime: 300_000,
    retry: false,
  })

/** Steward actions at a spot. */
export const stewardshipQuery = (spot_id: string) =>
  queryOptions({
    queryKey: stewardKeys.spot(spot_id),
    queryFn: ({ signal }) => call('GET /api/stewards/spots/:spot_id', { params: { spot_id }, signal }),
    staleTime: 30_000,
    retry: false,
  })

/** Pending work for an area's stewards. */
export const workQuery = (area_id: string) =>
  queryOptions({
    queryKey: stewardKeys.work(area_id),
    queryFn: ({ signal }) => call('GET /api/stewards/areas/:area_id/work', { params: { area_id }, signal }),
  })

/** All areas with their stewards, paginated, for admins. */
export const managedAreasQuery = infiniteQueryOptions({
  queryKey: stewardKeys.managed,
  ...byCursor,
  queryFn: ({ pageParam, signal }) => call('GET /api/moderation/areas', { query: from(pageParam), signal }),
})

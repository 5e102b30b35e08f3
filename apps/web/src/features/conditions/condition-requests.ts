import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { conditionKeys } from '../../lib/keys/conditions.ts'

const FRESH_MS = 5 * 60_000

/** The query for a spot's current rain, light, and bust risk. It's refetched while on screen. */
export function conditionsQuery(spot_id: string) {
  return queryOptions({
    queryKey: conditionKeys.one(spot_id),
    queryFn: ({ signal }) => call('GET /api/spots/:spot_id/conditions', { params: { spot_id }, signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })
}

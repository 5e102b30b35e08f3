import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { bustKeys } from '../../lib/keys/busts.ts'

/** When one is kicked out of a spot. */
export const bustsQuery = (spot_id: string) =>
  queryOptions({
    queryKey: bustKeys.one(spot_id),
    queryFn: ({ signal }) => call('GET /api/spots/:spot_id/busts', { params: { spot_id }, signal }),
    staleTime: 60_000,
  })

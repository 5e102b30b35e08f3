import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { audienceKeys } from '../../lib/keys/audiences.ts'

/** Who may know of the spot that a person shared last: what the form for the next one begins with. */
export const lastAudienceQuery = queryOptions({
  queryKey: audienceKeys.last,
  queryFn: async ({ signal }) => (await call('GET /api/spots/audience', { signal })).audience,
})

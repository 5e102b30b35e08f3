import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { streetKeys } from '../../../lib/keys/streets.ts'

/** Fetches the metadata for the operator's streets. */
export const streetsQuery = queryOptions({
  queryKey: streetKeys.source,
  queryFn: ({ signal }) => call('GET /api/map/streets', { signal }),
})

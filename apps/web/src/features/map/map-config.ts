import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** What the server says about the map and other parts; asked once in the life of a page. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call('GET /api/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
})

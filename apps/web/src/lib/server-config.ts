import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'

/** What the server says of itself; asked once in the life of a page. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call('GET /api/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
})

/** See {@link configQuery}; undefined until it is known. */
export const useServerConfig = () => useQuery(configQuery).data

import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'

/** What the server says of itself; asked once in the life of a page. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call('GET /api/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
})

/** The configuration of the server; undefined until it is loaded. */
export const useServerConfig = () => useQuery(configQuery).data

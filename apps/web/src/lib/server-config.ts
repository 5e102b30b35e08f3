import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { configKeys } from './keys/config.ts'

/** Query for the server's public configuration; loaded once per page. */
export const configQuery = queryOptions({
  queryKey: configKeys.all,
  queryFn: ({ signal }) => call('GET /api/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
})

/** Returns the server's public configuration; undefined until it's loaded. */
export function useServerConfig() {
  return useQuery(configQuery).data
}

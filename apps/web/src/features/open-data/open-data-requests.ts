import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { openDataKeys } from '../../lib/keys/open-data.ts'

/** Fetches the file with all open data, and the license that the operator chose for members' spots. */
export const openDataQuery = queryOptions({
  queryKey: openDataKeys.all,
  queryFn: ({ signal }) => call('GET /api/open', { signal }),
})

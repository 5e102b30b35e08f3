import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { searchKeys } from '../../lib/keys/search.ts'

/** The best people and spots for a query, and the number of matches. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: searchKeys.best(q),
    queryFn: async ({ signal }) => ({
      of: q,
      answer: await call('GET /api/search', { query: { q }, signal }),
    }),
  })

/** All spots that match a query, best first, page by page. */
export const foundSpotsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: searchKeys.spots(q),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/search/spots', { query: { q, ...from(pageParam) }, signal }),
  })

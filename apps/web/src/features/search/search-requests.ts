import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { searchKeys } from '../../lib/keys/search.ts'

/** Fetches the best people and spots for a query, and the number of matches. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: searchKeys.best(q),
    queryFn: async ({ signal }) => {
      const answer = await call('GET /api/search', { query: { q }, signal })
      // Loaded with the first search, because the initial screen has no room left in its size budget.
      const { withCountries } = await import('../../lib/places/country-names.ts')
      return { of: q, answer: { ...answer, spots: withCountries(answer.spots) } }
    },
  })
}

/** Fetches all spots that match a query, page by page, best match first. */
export function foundSpotsQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: searchKeys.spots(q),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/search/spots', { query: { q, ...from(pageParam) }, signal }),
  })
}

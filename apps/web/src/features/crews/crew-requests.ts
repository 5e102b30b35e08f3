import type { Crew } from '@nollie/contract'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { crewKeys } from '../../lib/keys/crews.ts'
import { listKeys } from '../../lib/keys/lists.ts'
import { mapKeys } from '../../lib/keys/map.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { byCursor, from } from '../../lib/paging.ts'

/** The query for the viewer's crews and pending invitations. */
export const crewsQuery = queryOptions({
  queryKey: crewKeys.list,
  queryFn: ({ signal }) => call('GET /api/crews', { signal }),
})

/** The query for a crew and its members. */
export function crewQuery(crew_id: string) {
  return queryOptions({
    queryKey: crewKeys.one(crew_id),
    queryFn: ({ signal }): Promise<Crew> => call('GET /api/crews/:crew_id', { params: { crew_id }, signal }),
  })
}

/** The query for a crew's spots, paginated. */
export function crewSpotsQuery(crew_id: string) {
  return infiniteQueryOptions({
    queryKey: crewKeys.spots(crew_id),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/crews/:crew_id/spots', { params: { crew_id }, query: from(pageParam), signal }),
  })
}

/** The query for a crew's posts, paginated. */
export function crewPostsQuery(crew_id: string) {
  return infiniteQueryOptions({
    queryKey: crewKeys.posts(crew_id),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/crews/:crew_id/posts', { params: { crew_id }, query: from(pageParam), signal }),
  })
}

/** The query for people whose names start with a given prefix. */
export function namesQuery(q: string) {
  return queryOptions({
    queryKey: crewKeys.toInvite(q),
    queryFn: async ({ signal }) => (await call('GET /api/people/names', { query: { q }, signal })).items,
    enabled: q.length > 1,
  })
}

/** Refetches everything that a crew change affects: the crew's pages, and which spots the viewer can see. */
export function reloadCrews(client: QueryClient, isAboutSpots = false): Promise<unknown> {
  return Promise.all(
    [crewKeys.all, ...(isAboutSpots ? [spotKeys.all, mapKeys.all, listKeys.all] : [])].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}

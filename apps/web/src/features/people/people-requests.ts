import type { Person, Profile } from '@nollie/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { peopleKeys } from '../../lib/keys/people.ts'
import { profileKeys } from '../../lib/keys/profiles.ts'

/** Fetches a profile. Fails with `PERSON_NOT_FOUND` if the person doesn't exist or a block hides them. */
export function profileQuery(user_id: string) {
  return queryOptions({
    queryKey: profileKeys.part('profile', user_id),
    queryFn: ({ signal }): Promise<Profile> =>
      call('GET /api/people/:user_id', { params: { user_id }, signal }),
  })
}

/** Fetches the viewer's block of this person, or null if there is none. The person's name may be hidden. */
export function blockedQuery(user_id: string) {
  return queryOptions({
    queryKey: profileKeys.part('blocked', user_id),
    queryFn: async ({ signal }): Promise<{ user: Person | null } | null> => {
      let cursor: string | undefined
      do {
        const { items, next_cursor } = await call('GET /api/blocks', { query: from(cursor), signal })
        const found = items.find((block) => block.user_id === user_id)
        if (found) return found
        cursor = next_cursor ?? undefined
      } while (cursor !== undefined)
      return null
    },
    staleTime: 0,
  })
}

/** The two lists of follows that each person has. */
export type FollowList = 'followers' | 'following'

/**
 * Fetches a person's followers or the people they follow, sorted by number of mutual friends (most first), then by
 * name. Paginated.
 */
export function followsQuery(list: FollowList, user_id: string) {
  return infiniteQueryOptions({
    queryKey: peopleKeys.cards(list, user_id),
    ...byCursor,
    queryFn: ({ pageParam, signal }) => {
      const input = { params: { user_id }, query: from(pageParam), signal }
      return list === 'followers'
        ? call('GET /api/people/:user_id/followers', input)
        : call('GET /api/people/:user_id/following', input)
    },
  })
}

/** Fetches other people whose username or name contains `q`, or everyone if `q` is empty, newest first. Paginated. */
export function findQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: peopleKeys.cards('find', q),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/people', { query: { ...(q ? { q } : {}), ...from(pageParam) }, signal }),
  })
}

/** Fetches suggestions for people to follow, each with a reason. */
export const suggestionsQuery = queryOptions({
  queryKey: peopleKeys.suggestions,
  queryFn: ({ signal }) =>
    call('GET /api/people/suggestions', { query: {}, signal }).then(({ items }) => items),
  staleTime: 5 * 60_000,
})

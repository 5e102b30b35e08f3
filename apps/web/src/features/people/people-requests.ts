import type { Person, Profile } from '@nollie/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { requestTime, receivePosts } from '../posts/items.ts'

/** A person's page; refused with `PERSON_NOT_FOUND` for nobody, and across a block. */
export const profileQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['people', 'profile', user_id],
    queryFn: ({ signal }): Promise<Profile> =>
      call('GET /api/people/:user_id', { params: { user_id }, signal }),
  })

/** Spots a person shared, newest first, page by page. */
export const spotsQuery = (user_id: string) =>
  infiniteQueryOptions({
    queryKey: ['people', 'spots', user_id],
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/people/:user_id/spots', { params: { user_id }, query: from(pageParam), signal }),
  })

/** A person's posts, newest first, page by page. */
export const postsQuery = (user_id: string) =>
  infiniteQueryOptions({
    queryKey: ['people', 'posts', user_id],
    ...byCursor,
    queryFn: async ({ pageParam, signal }) => {
      const requestedAt = requestTime()
      const input = { params: { user_id }, query: from(pageParam), signal }
      const page = await call('GET /api/people/:user_id/posts', input)
      receivePosts(page.items, requestedAt)
      return page
    },
  })

/** All profile pictures of a person as posts, newest first, page by page. */
export const picturesQuery = (user_id: string) =>
  infiniteQueryOptions({
    queryKey: ['people', 'pictures', user_id],
    ...byCursor,
    queryFn: async ({ pageParam, signal }) => {
      const requestedAt = requestTime()
      const input = { params: { user_id }, query: from(pageParam), signal }
      const page = await call('GET /api/people/:user_id/pictures', input)
      receivePosts(page.items, requestedAt)
      return page
    },
  })

/** What a person did last, of the last five days as the clock of this device counts them. */
export const activityQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['people', 'activity', user_id],
    queryFn: ({ signal }) =>
      call('GET /api/people/:user_id/activity', {
        params: { user_id },
        query: { offset: String(new Date().getTimezoneOffset()) },
        signal,
      }).then(({ items }) => items),
    staleTime: 0,
  })

/** The viewer's block of this person, who may be nameless; null when there is none. */
export const blockedQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['people', 'blocked', user_id],
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

/** The two lists of a person's follows. */
export type FollowList = 'followers' | 'following'

/** Who follows a person, or whom they follow: most mutual friends first, then by name, page by page. */
export const followsQuery = (list: FollowList, user_id: string) =>
  infiniteQueryOptions({
    queryKey: ['people', 'cards', list, user_id],
    ...byCursor,
    queryFn: ({ pageParam, signal }) => {
      const input = { params: { user_id }, query: from(pageParam), signal }
      return list === 'followers'
        ? call('GET /api/people/:user_id/followers', input)
        : call('GET /api/people/:user_id/following', input)
    },
  })

/** Other people whose username or name has `q` in it; everybody, newest first, without one. Page by page. */
export const findQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['people', 'cards', 'find', q],
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/people', { query: { ...(q ? { q } : {}), ...from(pageParam) }, signal }),
  })

/** People the viewer may want to follow, and why. */
export const suggestionsQuery = queryOptions({
  queryKey: ['people', 'suggestions'],
  queryFn: ({ signal }) =>
    call('GET /api/people/suggestions', { query: {}, signal }).then(({ items }) => items),
  staleTime: 5 * 60_000,
})

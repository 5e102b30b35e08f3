import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { profileKeys } from '../../lib/keys/profiles.ts'
import { requestTime, receivePosts } from '../posts/index.ts'

/** Fetches the spots that a person has shared, page by page, newest first. */
export function spotsQuery(user_id: string) {
  return infiniteQueryOptions({
    queryKey: profileKeys.part('spots', user_id),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/people/:user_id/spots', { params: { user_id }, query: from(pageParam), signal }),
  })
}

/** Fetches a person's posts page by page, newest first. */
export function postsQuery(user_id: string) {
  return infiniteQueryOptions({
    queryKey: profileKeys.part('posts', user_id),
    ...byCursor,
    queryFn: async ({ pageParam, signal }) => {
      const requestedAt = requestTime()
      const input = { params: { user_id }, query: from(pageParam), signal }
      const page = await call('GET /api/people/:user_id/posts', input)
      receivePosts(page.items, requestedAt)
      return page
    },
  })
}

/** Fetches all of a person's profile pictures as posts, page by page, newest first. */
export function picturesQuery(user_id: string) {
  return infiniteQueryOptions({
    queryKey: profileKeys.part('pictures', user_id),
    ...byCursor,
    queryFn: async ({ pageParam, signal }) => {
      const requestedAt = requestTime()
      const input = { params: { user_id }, query: from(pageParam), signal }
      const page = await call('GET /api/people/:user_id/pictures', input)
      receivePosts(page.items, requestedAt)
      return page
    },
  })
}

/** Fetches a person's activity over the last five days, in this device's time zone. */
export function activityQuery(user_id: string) {
  return queryOptions({
    queryKey: profileKeys.part('activity', user_id),
    queryFn: ({ signal }) =>
      call('GET /api/people/:user_id/activity', {
        params: { user_id },
        query: { offset: String(new Date().getTimezoneOffset()) },
        signal,
      }).then(({ items }) => items),
    staleTime: 0,
  })
}

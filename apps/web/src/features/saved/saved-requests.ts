import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { savedKeys } from '../../lib/keys/saved.ts'
import { requestTime, receivePosts } from '../posts/index.ts'

/** Fetches the viewer's saved posts page by page, most recently saved first. */
export const savedPostsQuery = infiniteQueryOptions({
  queryKey: savedKeys.posts,
  ...byCursor,
  queryFn: async ({ pageParam, signal }) => {
    const requestedAt = requestTime()
    const page = await call('GET /api/saved/posts', { query: from(pageParam), signal })
    receivePosts(page.items, requestedAt)
    return page
  },
})

/** Fetches the viewer's saved spots page by page, most recently saved first. */
export const savedSpotsQuery = infiniteQueryOptions({
  queryKey: savedKeys.spots,
  ...byCursor,
  queryFn: ({ pageParam, signal }) => call('GET /api/saved/spots', { query: from(pageParam), signal }),
})

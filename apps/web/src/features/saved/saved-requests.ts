import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { savedKeys } from '../../lib/keys/saved.ts'
import { requestTime, receivePosts } from '../posts/index.ts'

/** The posts the viewer saved, the latest saved first, page by page. */
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

/** The spots the viewer saved, the latest saved first, page by page. */
export const savedSpotsQuery = infiniteQueryOptions({
  queryKey: savedKeys.spots,
  ...byCursor,
  queryFn: ({ pageParam, signal }) => call('GET /api/saved/spots', { query: from(pageParam), signal }),
})

import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { likeKeys } from '../../lib/keys/likes.ts'

/** The query for the people who like an item, newest first, paginated. */
export function likesQuery(post_id: string, media_index: number) {
  return infiniteQueryOptions({
    queryKey: likeKeys.of(post_id, media_index),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/posts/:post_id/media/:media_index/likes', {
        params: { post_id, media_index: String(media_index) },
        query: from(pageParam),
        signal,
      }),
  })
}

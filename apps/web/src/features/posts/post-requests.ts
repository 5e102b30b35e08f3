import type { Post, PostAudience } from '@nollie/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { preloadedAnswer, call } from '../../lib/api.ts'
import { byCursor, firstPageOnly, from } from '../../lib/paging.ts'
import { feedKeys } from '../../lib/keys/feed.ts'
import { postKeys } from '../../lib/keys/posts.ts'
import { AT_PAGE_START, requestTime, receivePosts } from './item-counts.ts'
import { publishLoaded, publishPost } from './post-listeners.ts'

/** Whose posts a feed shows. */
export type FeedFilter = 'all' | 'followed'

async function received<A>(answer: Promise<A>, getPosts: (answer: A) => readonly Post[]): Promise<A> {
  const requestedAt = requestTime()
  const got = await answer
  receivePosts(getPosts(got), requestedAt)
  return got
}

function preloadedFeed(filter: FeedFilter) {
  const page = preloadedAnswer('GET /api/posts', { query: { filter } })
  if (page) receivePosts(page.items, AT_PAGE_START)
  return firstPageOnly(page)
}

/** Fetches the feed page by page, newest first. It is never refetched; live events update it. */
export function feedQuery(filter: FeedFilter) {
  return infiniteQueryOptions({
    queryKey: feedKeys.list(filter),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      received(
        call('GET /api/posts', {
          query: { filter, ...from(pageParam) },
          signal,
        }),
        ({ items }) => items,
      ),
    initialData: () => preloadedFeed(filter),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
  })
}

/** Fetches the number of posts newer than the cursor `since`. */
export function countNewer(since: string, filter: FeedFilter, signal?: AbortSignal): Promise<number> {
  return call('GET /api/posts/news', { query: { since, filter }, ...(signal ? { signal } : {}) }).then(
    ({ count }) => count,
  )
}

/** Fetches one post. */
export function postQuery(post_id: string) {
  return queryOptions({
    queryKey: postKeys.one(post_id),
    queryFn: ({ signal }) =>
      received(call('GET /api/posts/:post_id', { params: { post_id }, signal }), (post) => [post]),
  })
}

/** Fetches the author's posts at the same spot within five minutes of this post, including this one, oldest first. */
export function relatedQuery(post_id: string) {
  return queryOptions({
    queryKey: postKeys.related(post_id),
    queryFn: ({ signal }) =>
      received(
        call('GET /api/posts/:post_id/related', { params: { post_id }, signal }),
        ({ items }) => items,
      ),
  })
}

/**
 * Deletes a post and updates all screens in this tab. Only for its owner and admins. If the post created a spot, the
 * spot and all of its posts are deleted, too.
 */
export async function deletePost({ id, spot_id }: Pick<Post, 'id' | 'spot_id'>): Promise<'post' | 'spot'> {
  const { removed } = await call('DELETE /api/posts/:post_id', { params: { post_id: id } })
  publishPost(
    removed === 'spot' && spot_id
      ? { kind: 'deleted', post_id: null, spot_id }
      : { kind: 'deleted', post_id: id, spot_id },
  )
  return removed
}

/** Saves or unsaves a post. */
export function savePost(post_id: string, saved: boolean): Promise<unknown> {
  return call(`${saved ? 'PUT' : 'DELETE'} /api/posts/:post_id/save`, { params: { post_id } })
}

/** Changes a post's title and description, based on `version`. Fails with `STALE` if there is a newer version. */
export async function editPost(
  { id, version }: Pick<Post, 'id' | 'version'>,
  fields: { title: string; content: string | null },
): Promise<Post> {
  const requestedAt = requestTime()
  const post = await call('PATCH /api/posts/:post_id', {
    params: { post_id: id },
    body: fields,
    headers: { 'if-match': `"${version}"` },
  })
  receivePosts([post], requestedAt)
  publishLoaded(post)
  return post
}

/** Changes who can see a post that has no spot. */
export async function setPostAudience(
  post_id: string,
  body: { audience: PostAudience; crew_id: string | null },
): Promise<Post> {
  const requestedAt = requestTime()
  const post = await call('PUT /api/posts/:post_id/audience', { params: { post_id }, body })
  receivePosts([post], requestedAt)
  publishLoaded(post)
  return post
}

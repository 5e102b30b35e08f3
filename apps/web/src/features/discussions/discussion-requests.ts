import type { Discussion } from '@nollie/contract'
import type { DiscussionCategory, DiscussionOrder } from '@nollie/contract/discussions/discussion-categories'
import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { newestFirst, type PageOf, type Pages } from '../../lib/lists/newest-first.ts'
import { loadAgain, patchQueries, patchQuery } from '../../lib/query-patch.ts'
import { discussionKeys } from '../../lib/keys/discussions.ts'
import { listenToThreads } from '../comments/index.ts'

/** Operations on discussion lists that are sorted newest first. */
export const discussions = newestFirst<Discussion>(({ id }) => id)

/** A discussion list's filter and order, as in its URL. */
export type DiscussionFilter = { category: DiscussionCategory | null; q: string; order: DiscussionOrder }

/** Loads a page of discussions; without a cursor, the first page. */
export function loadDiscussions(
  { category, q, order }: DiscussionFilter,
  cursor?: string,
  signal?: AbortSignal,
): Promise<PageOf<Discussion>> {
  return call('GET /api/discussions', {
    query: { ...(category && { category }), ...(q && { q }), order, ...from(cursor) },
    ...(signal ? { signal } : {}),
  })
}

/** The query for discussions, paginated. Live events update newest-first lists; others are refetched on return. */
export function discussionsQuery(filter: DiscussionFilter) {
  return infiniteQueryOptions({
    queryKey: discussionKeys.list(filter),
    ...byCursor,
    queryFn: ({ pageParam, signal }) => loadDiscussions(filter, pageParam, signal),
    staleTime: isNewest(filter) ? Number.POSITIVE_INFINITY : 0,
  })
}

/** Whether a list is sorted newest first and isn't a search. New discussions appear at the top of such lists only. */
export function isNewest({ q, order }: DiscussionFilter): boolean {
  return q === '' && order === 'newest'
}

/** The query for one discussion. Fails with `DISCUSSION_NOT_FOUND` if it doesn't exist or a block hides it. */
export function discussionQuery(discussion_id: string) {
  return queryOptions({
    queryKey: discussionKeys.one(discussion_id),
    queryFn: ({ signal }): Promise<Discussion> => loadDiscussion(discussion_id, signal),
  })
}

/** Fetches a discussion from the server. */
export function loadDiscussion(discussion_id: string, signal?: AbortSignal): Promise<Discussion> {
  return call('GET /api/discussions/:discussion_id', {
    params: { discussion_id },
    ...(signal ? { signal } : {}),
  })
}

/** Applies a change to every loaded discussion list. */
export function changeLists(
  client: QueryClient,
  patch: (list: Pages<PageOf<Discussion>>) => Pages<PageOf<Discussion>>,
) {
  return patchQueries(client, { queryKey: discussionKeys.lists }, patch)
}

/** Updates a discussion in every loaded list and on its own screen. */
export function changeDiscussion(client: QueryClient, id: string, change: Partial<Discussion>): void {
  const changed = (one: Discussion) => (one.id === id ? { ...one, ...change } : one)
  changeLists(client, (list) => discussions.patched(list, (items) => items.map(changed)))
  patchQuery(client, discussionQuery(id).queryKey, changed)
}

/** Refetches a discussion, and updates it in every list and on its own screen. */
export async function refreshDiscussion(client: QueryClient, id: string): Promise<void> {
  changeDiscussion(client, id, await loadDiscussion(id))
}

/** Removes a deleted discussion from every list. Refetches its own screen, which then shows that it was deleted. */
export function dropDiscussion(client: QueryClient, id: string): void {
  changeLists(client, (list) => discussions.without(list, (one) => one.id === id))
  loadAgain(client, { queryKey: discussionQuery(id).queryKey })
}

listenToThreads({
  counted: (client, id, comments_count) => changeDiscussion(client, id, { comments_count }),
  missing: dropDiscussion,
})

/** Adds a new discussion at the top of every list that it matches. */
export function addDiscussion(client: QueryClient, made: Discussion): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: discussionKeys.lists })) {
    const { category, q } = queryKey[2] as DiscussionFilter
    if (q === '' && (category === null || category === made.category))
      patchQuery<QueryKey>(client, queryKey, (list) =>
        discussions.withMade(list as Pages<PageOf<Discussion>>, made),
      )
  }
}

/** Starts a discussion; `text` is the JSON request body. Idempotent by `key`. */
export function startDiscussion(text: string, key: string): Promise<Discussion> {
  return untilAnswered(() =>
    call('POST /api/discussions', { body: JSON.parse(text), headers: { 'idempotency-key': key } }),
  )
}

/** Saves an edit to a discussion; `version` is the version it's based on. */
export function editDiscussion(
  discussion_id: string,
  version: number,
  body: { title: string; content: string; category: DiscussionCategory },
): Promise<Discussion> {
  return call('PATCH /api/discussions/:discussion_id', {
    params: { discussion_id },
    headers: { 'if-match': `"${version}"` },
    body,
  })
}

/** Likes a discussion, or removes the like. */
export function sendDiscussionLike(discussion_id: string, liked: boolean) {
  return call(`${liked ? 'PUT' : 'DELETE'} /api/discussions/:discussion_id/like`, {
    params: { discussion_id },
  })
}

/** Deletes a discussion and its comments; succeeds if the discussion was already deleted. */
export function removeDiscussion(discussion_id: string): Promise<void> {
  return call('DELETE /api/discussions/:discussion_id', { params: { discussion_id } }).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'DISCUSSION_NOT_FOUND')) throw error
    },
  )
}

import type { Discussion } from '@nollie/contract'
import type { DiscussionCategory, DiscussionOrder } from '@nollie/contract/discussion-categories'
import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { newestFirst, type PageOf, type Pages } from '../../lib/newest-first.ts'
import { loadAgain, patchQueries, patchQuery } from '../../lib/query-patch.ts'

/** Updates of lists of discussions, newest first. */
export const discussions = newestFirst<Discussion>(({ id }) => id)

/** Which discussions are listed, and how: as the address says. */
export type DiscussionFilter = { category: DiscussionCategory | null; q: string; order: DiscussionOrder }

/** Every list of discussions in the cache. */
export const LISTS = ['discussions', 'list'] as const

/** A page of discussions, the first without a cursor. */
export const loadDiscussions = (
  { category, q, order }: DiscussionFilter,
  cursor?: string,
  signal?: AbortSignal,
): Promise<PageOf<Discussion>> =>
  call('GET /api/discussions', {
    query: { ...(category && { category }), ...(q && { q }), order, ...from(cursor) },
    ...(signal ? { signal } : {}),
  })

/**
 * Discussions, page by page. Live changes update the newest ones; other lists are loaded again when a person returns.
 */
export const discussionsQuery = (filter: DiscussionFilter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, filter],
    ...byCursor,
    queryFn: ({ pageParam, signal }) => loadDiscussions(filter, pageParam, signal),
    staleTime: isNewest(filter) ? Number.POSITIVE_INFINITY : 0,
  })

/** Whether a list shows the newest first, unsearched: only there a new one comes on top. */
export const isNewest = ({ q, order }: DiscussionFilter): boolean => q === '' && order === 'newest'

/** One discussion; refused with `DISCUSSION_NOT_FOUND` for none, and across a block. */
export const discussionQuery = (discussion_id: string) =>
  queryOptions({
    queryKey: ['discussions', 'one', discussion_id],
    queryFn: ({ signal }): Promise<Discussion> => loadDiscussion(discussion_id, signal),
  })

/** Reads one discussion. */
export const loadDiscussion = (discussion_id: string, signal?: AbortSignal): Promise<Discussion> =>
  call('GET /api/discussions/:discussion_id', {
    params: { discussion_id },
    ...(signal ? { signal } : {}),
  })

/** Changes every list of discussions, as far as it is loaded. */
export const changeLists = (
  client: QueryClient,
  patch: (list: Pages<PageOf<Discussion>>) => Pages<PageOf<Discussion>>,
) => patchQueries(client, { queryKey: LISTS }, patch)

/** Changes a discussion wherever it is loaded. */
export function changeDiscussion(client: QueryClient, id: string, change: Partial<Discussion>): void {
  const changed = (one: Discussion) => (one.id === id ? { ...one, ...change } : one)
  changeLists(client, (list) => discussions.patched(list, (items) => items.map(changed)))
  patchQuery(client, discussionQuery(id).queryKey, changed)
}

/** Reads a discussion again, wherever it is loaded. */
export async function refreshDiscussion(client: QueryClient, id: string): Promise<void> {
  changeDiscussion(client, id, await loadDiscussion(id))
}

/** Takes a discussion that is gone off every list, and asks for its own screen again. */
export function dropDiscussion(client: QueryClient, id: string): void {
  changeLists(client, (list) => discussions.without(list, (one) => one.id === id))
  loadAgain(client, { queryKey: discussionQuery(id).queryKey })
}

/** Puts a discussion that was just started on top of the lists it belongs to. */
export function addDiscussion(client: QueryClient, made: Discussion): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: LISTS })) {
    const { category, q } = queryKey[2] as DiscussionFilter
    if (q === '' && (category === null || category === made.category))
      patchQuery<QueryKey>(client, queryKey, (list) =>
        discussions.withMade(list as Pages<PageOf<Discussion>>, made),
      )
  }
}

/** Starts a discussion with `text`, a JSON body. Under one `key` it takes effect once, however often it is sent. */
export const startDiscussion = (text: string, key: string): Promise<Discussion> =>
  untilAnswered(() =>
    call('POST /api/discussions', { body: JSON.parse(text), headers: { 'idempotency-key': key } }),
  )

/** Changes a discussion, made on `version`. */
export const editDiscussion = (
  discussion_id: string,
  version: number,
  body: { title: string; content: string; category: DiscussionCategory },
): Promise<Discussion> =>
  call('PATCH /api/discussions/:discussion_id', {
    params: { discussion_id },
    headers: { 'if-match': `"${version}"` },
    body,
  })

/** Likes a discussion, or takes the like back. */
export const sendDiscussionLike = (discussion_id: string, liked: boolean) =>
  call(`${liked ? 'PUT' : 'DELETE'} /api/discussions/:discussion_id/like`, { params: { discussion_id } })

/** Deletes a discussion with its comments; one that is gone already counts as deleted. */
export const removeDiscussion = (discussion_id: string): Promise<void> =>
  call('DELETE /api/discussions/:discussion_id', { params: { discussion_id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'DISCUSSION_NOT_FOUND')) throw error
  })

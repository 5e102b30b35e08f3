import type { Discussion, DiscussionComment } from '@nollie/contract'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { newestFirst, type PageOf, type Pages } from '../../lib/newest-first.ts'
import { loadAgain, loadInto, patchQuery } from '../../lib/query-patch.ts'

/** A page of comments, with how many there are in all. */
export type CommentsPage = PageOf<DiscussionComment> & { comments_count: number }

/** See `newestFirst`. */
export const discussions = newestFirst<Discussion>(({ id }) => id)
/** See `newestFirst`. */
export const comments = newestFirst<DiscussionComment, CommentsPage>(({ id }) => id)

/** A page of discussions, the newest without a cursor. */
export const loadDiscussions = (cursor?: string, signal?: AbortSignal): Promise<PageOf<Discussion>> =>
  call('GET /api/discussions', { query: from(cursor), ...(signal ? { signal } : {}) })

/** All discussions, newest first, page by page. Kept true by live changes. */
export const discussionsQuery = infiniteQueryOptions({
  queryKey: ['discussions', 'list'],
  ...byCursor,
  queryFn: ({ pageParam, signal }) => loadDiscussions(pageParam, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** One discussion; refused with `DISCUSSION_NOT_FOUND` for none, and across a block. */
export const discussionQuery = (discussion_id: string) =>
  queryOptions({
    queryKey: ['discussions', 'one', discussion_id],
    queryFn: ({ signal }): Promise<Discussion> =>
      call('GET /api/discussions/:discussion_id', { params: { discussion_id }, signal }),
  })

/** Changes the list of discussions, as far as it is loaded. */
export const changeDiscussions = (
  client: QueryClient,
  patch: (list: Pages<PageOf<Discussion>>) => Pages<PageOf<Discussion>>,
) => patchQuery(client, discussionsQuery.queryKey, patch)

/** Tells every screen of this tab how many comments a discussion has now. */
export function tellCount(client: QueryClient, id: string, comments_count: number): void {
  const counted = (one: Discussion) => (one.id === id ? { ...one, comments_count } : one)
  changeDiscussions(client, (list) => discussions.patched(list, (items) => items.map(counted)))
  patchQuery(client, discussionQuery(id).queryKey, counted)
}

/** The same of a discussion that is gone. */
export function tellGone(client: QueryClient, id: string): void {
  changeDiscussions(client, (list) => discussions.without(list, (one) => one.id === id))
  loadAgain(client, { queryKey: discussionQuery(id).queryKey })
}

async function loadComments(
  client: QueryClient,
  discussion_id: string,
  cursor?: string,
  signal?: AbortSignal,
): Promise<CommentsPage> {
  const page = await call('GET /api/discussions/:discussion_id/comments', {
    params: { discussion_id },
    query: from(cursor),
    ...(signal ? { signal } : {}),
  })
  tellCount(client, discussion_id, page.comments_count)
  return page
}

/** What was said in a discussion, newest first, page by page. Kept true by live changes. */
export const commentsQuery = (discussion_id: string) =>
  infiniteQueryOptions({
    queryKey: ['discussions', 'comments', discussion_id],
    ...byCursor,
    queryFn: ({ client, pageParam, signal }) => loadComments(client, discussion_id, pageParam, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Changes the comments of a discussion, as far as they are loaded. */
export const changeComments = (
  client: QueryClient,
  id: string,
  patch: (list: Pages<CommentsPage>) => Pages<CommentsPage>,
) => patchQuery(client, commentsQuery(id).queryKey, patch)

/** A comment was deleted here: it goes from its list, and is counted no more before anybody else tells of it. */
export function tellCommentGone(
  client: QueryClient,
  { discussion_id, id }: Pick<DiscussionComment, 'discussion_id' | 'id'>,
): void {
  const listed = comments.itemsOf(client.getQueryData<Pages<CommentsPage>>(commentsKey(discussion_id)))
  const isCounted = listed.some((one) => one.id === id)
  changeComments(client, discussion_id, (list) => comments.without(list, (one) => one.id === id))
  const known =
    client.getQueryData<Discussion>(oneKey(discussion_id)) ??
    discussions
      .itemsOf(client.getQueryData<Pages<PageOf<Discussion>>>(LIST))
      .find((one) => one.id === discussion_id)
  if (isCounted && known) tellCount(client, discussion_id, Math.max(0, known.comments_count - 1))
}

/** Loads the newest comments again into the list; what went from them leaves it. */
export const refreshComments = (client: QueryClient, id: string): Promise<CommentsPage> =>
  loadInto(client, commentsQuery(id).queryKey, () => loadComments(client, id), comments.withNewest)

/** Starts a discussion with `text`, a JSON body. Under one `key` it takes effect once, however often it is sent. */
export const startDiscussion = (text: string, key: string): Promise<Discussion> =>
  untilAnswered(() =>
    call('POST /api/discussions', { body: JSON.parse(text), headers: { 'idempotency-key': key } }),
  )

/** Says something in a discussion; see {@link startDiscussion}. */
export const addComment = (discussion_id: string, text: string, key: string): Promise<DiscussionComment> =>
  untilAnswered(() =>
    call('POST /api/discussions/:discussion_id/comments', {
      params: { discussion_id },
      body: JSON.parse(text),
      headers: { 'idempotency-key': key },
    }),
  )

const unlessGone = (code: ApiError['code']) => (fault: unknown) => {
  if (!(fault instanceof ApiError && fault.code === code)) throw fault
}

/** Deletes a discussion with its comments; one that is gone already counts as deleted. */
export const removeDiscussion = (discussion_id: string): Promise<void> =>
  call('DELETE /api/discussions/:discussion_id', { params: { discussion_id } }).catch(
    unlessGone('DISCUSSION_NOT_FOUND'),
  )

/** The same for a comment. */
export const removeComment = ({ discussion_id, id }: DiscussionComment): Promise<void> =>
  call('DELETE /api/discussions/:discussion_id/comments/:comment_id', {
    params: { discussion_id, comment_id: id },
  }).catch(unlessGone('COMMENT_NOT_FOUND'))

import type { Comment } from '@nollie/contract'
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from, listItems } from '../../lib/paging.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { loadInto, patchQuery } from '../../lib/query-patch.ts'
import { commentKeys } from '../../lib/keys/comments.ts'
import { requestTime, receiveItem } from '../posts/index.ts'
import { type CommentPage, type Comments, withFirstPage, withReplies } from './comment-pages.ts'
import { publishCount } from './discussion-threads.ts'

/** What people comment on: an item in a post, or a discussion. */
export type Thread =
  | { post_id: string; media_index: number; discussion_id?: undefined }
  | { discussion_id: string; post_id?: undefined; media_index?: undefined }

/** Builds the query key for a thread's comments. */
export function buildKey({ post_id, media_index, discussion_id }: Thread) {
  return discussion_id === undefined
    ? commentKeys.ofItem(post_id, media_index)
    : commentKeys.ofDiscussion(discussion_id)
}

async function loadPage(
  client: QueryClient,
  { post_id, media_index, discussion_id }: Thread,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<CommentPage> {
  if (discussion_id !== undefined) {
    const page = await call('GET /api/discussions/:discussion_id/comments', {
      params: { discussion_id },
      query: from(cursor),
      ...(signal ? { signal } : {}),
    })
    publishCount(client, discussion_id, page.comments_count)
    return page
  }
  const requestedAt = requestTime()
  const page = await call('GET /api/posts/:post_id/comments', {
    params: { post_id },
    query: { media_index: String(media_index), ...from(cursor) },
    ...(signal ? { signal } : {}),
  })
  receiveItem(post_id, media_index, { comments_count: page.comments_count }, requestedAt)
  return page
}

/** The query for a thread's comments, newest first, paginated. They load once; live events update them. */
export function commentsQuery(thread: Thread) {
  return infiniteQueryOptions({
    queryKey: buildKey(thread),
    ...byCursor,
    queryFn: ({ client, pageParam, signal }) => loadPage(client, thread, pageParam, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Updates a thread's loaded comments; does nothing if none are loaded. */
export function changeComments(client: QueryClient, thread: Thread, change: (list: Comments) => Comments) {
  return patchQuery(client, commentsQuery(thread).queryKey, change)
}

/** Refetches the first page and merges it into the list. */
export function refreshFirstPage(client: QueryClient, thread: Thread): Promise<CommentPage> {
  return loadInto(
    client,
    commentsQuery(thread).queryKey,
    () => loadPage(client, thread, undefined),
    withFirstPage,
  )
}

/** Loads the next page of replies to a comment. */
export async function loadReplies(
  client: QueryClient,
  thread: Thread,
  { id, replies_cursor }: Pick<Comment, 'id' | 'replies_cursor'>,
): Promise<void> {
  const load = () =>
    call('GET /api/comments/:comment_id/replies', {
      params: { comment_id: id },
      query: replies_cursor === null ? {} : { cursor: replies_cursor },
    })
  await loadInto(client, commentsQuery(thread).queryKey, load, (list, { items, next_cursor }) =>
    withReplies(list, id, items, next_cursor),
  )
}

/** The maximum number of reply pages to load when looking for a new reply at the end. */
const REPLIES_AGAIN = 5

/** Reloads a comment's replies from the first page, because a new reply comes after the loaded ones. */
export async function refreshReplies(client: QueryClient, thread: Thread, id: string): Promise<void> {
  let replies_cursor: string | null = null
  for (let page = 0; page < REPLIES_AGAIN; page++) {
    await loadReplies(client, thread, { id, replies_cursor })
    const list = client.getQueryData<Comments>(buildKey(thread))
    const parent = listItems(list).find((comment) => comment.id === id)
    if (!parent || parent.replies_cursor === null) return
    replies_cursor = parent.replies_cursor
  }
}

/** Builds the JSON request body for a new comment. Attempts with the same body share an idempotency key. */
export function buildBody(thread: Thread, content: string, parent_comment_id: string | null): string {
  return JSON.stringify({ content, media_index: thread.media_index, parent_comment_id })
}

/** Adds a comment; idempotent by `key`. */
export function sendComment({ post_id, discussion_id }: Thread, text: string, key: string): Promise<Comment> {
  const sent = { body: JSON.parse(text), headers: { 'idempotency-key': key } }
  return untilAnswered(() =>
    discussion_id === undefined
      ? call('POST /api/posts/:post_id/comments', { params: { post_id }, ...sent })
      : call('POST /api/discussions/:discussion_id/comments', { params: { discussion_id }, ...sent }),
  )
}

/** Deletes a comment and its replies. */
export function removeComment(comment_id: string) {
  return call('DELETE /api/comments/:comment_id', { params: { comment_id } })
}

/** Likes a comment, or removes the like. */
export function sendCommentLike(comment_id: string, liked: boolean) {
  return call(`${liked ? 'PUT' : 'DELETE'} /api/comments/:comment_id/like`, { params: { comment_id } })
}

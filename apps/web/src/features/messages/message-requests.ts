import type { Message, Thread } from '@nollie/contract'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { isUnderway, loadAgain, loadInto, patchQuery } from '../../lib/query-patch.ts'
import { messageKeys } from '../../lib/keys/messages.ts'
import { type Messages, withNewest } from './message-list.ts'
import type { DraftKey, OutgoingMessage } from './sending/message-drafts.ts'
import { unreadQuery } from './inbox/unread-requests.ts'

/** The list that a conversation is in: the inbox or the requests. */
export type BoxName = Thread['box']

/** Fetches the viewer's conversations or requests page by page, most recent message first. */
export function threadsQuery(box: BoxName) {
  return infiniteQueryOptions({
    queryKey: messageKeys.box(box),
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/messages/threads', { query: { box, ...from(pageParam) }, signal }),
    staleTime: 0,
  })
}

/** Fetches one conversation. Fails with `THREAD_NOT_FOUND` if it isn't the viewer's or a block hides it. */
export function threadQuery(thread_id: string) {
  return queryOptions({
    queryKey: messageKeys.thread(thread_id),
    queryFn: ({ signal }) => call('GET /api/messages/threads/:thread_id', { params: { thread_id }, signal }),
    staleTime: 0,
  })
}

/** Fetches a person and the conversation with them, which is null if there is none. */
export function threadWithQuery(user_id: string) {
  return queryOptions({
    queryKey: messageKeys.threadWith(user_id),
    queryFn: ({ signal }) => call('GET /api/messages/with/:user_id', { params: { user_id }, signal }),
    staleTime: 0,
  })
}

function fetchPage(thread_id: string, cursor: string | undefined, signal?: AbortSignal) {
  return call('GET /api/messages/threads/:thread_id/messages', {
    params: { thread_id },
    query: from(cursor),
    ...(signal ? { signal } : {}),
  })
}

/** Fetches a conversation's messages page by page, newest first. They leave the cache when the screen closes. */
export function messagesQuery(thread_id: string) {
  return infiniteQueryOptions({
    queryKey: messageKeys.content(thread_id),
    ...byCursor,
    queryFn: ({ pageParam, signal }) => fetchPage(thread_id, pageParam, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Returns a conversation's loaded messages. */
export function messagesIn(client: QueryClient, thread_id: string): Messages | undefined {
  return client.getQueryData(messagesQuery(thread_id).queryKey)
}

/** Updates a conversation's loaded messages. Does nothing if none are loaded. */
export function changeMessages(
  client: QueryClient,
  thread_id: string,
  change: (list: Messages) => Messages,
): void {
  return patchQuery(client, messagesQuery(thread_id).queryKey, change)
}

/** Refetches a conversation's newest messages if its messages are loaded or loading. */
export async function refreshNewest(client: QueryClient, thread_id: string): Promise<void> {
  const { queryKey } = messagesQuery(thread_id)
  if (!messagesIn(client, thread_id) && !isUnderway(client, { queryKey })) return
  await loadInto(client, queryKey, () => fetchPage(thread_id, undefined), withNewest)
}

/** Refetches both lists and the unread count. */
export function refreshLists(client: QueryClient): void {
  loadAgain(client, { queryKey: messageKeys.threads })
  loadAgain(client, { queryKey: unreadQuery.queryKey })
}

/** Refetches a thread's state, but not its messages. */
export function refreshThread(client: QueryClient, thread_id: string): void {
  return loadAgain(client, { queryKey: threadQuery(thread_id).queryKey })
}

/** Builds a new message's JSON body. */
export function buildBody({ content, shared }: Pick<OutgoingMessage, 'content' | 'shared'>): string {
  return JSON.stringify({
    content,
    ...(shared?.kind === 'spot' ? { spot_id: shared.spot_id } : {}),
    ...(shared?.kind === 'post'
      ? { post: { post_id: shared.post_id, media_index: shared.media_index } }
      : {}),
    ...(shared?.kind === 'list' ? { list_key: shared.list_key } : {}),
  })
}

/** Sends a message. Fails if the draft's owner is no longer signed in. Idempotent by `key`. */
export function sendMessage({ owner, to }: DraftKey, body: string, key: string): Promise<Message> {
  const send = () =>
    call('POST /api/messages/with/:user_id', {
      params: { user_id: to },
      body: JSON.parse(body),
      headers: { 'idempotency-key': key },
    })
  return untilAnswered(send, owner)
}

/** Marks a conversation as read up to a message. */
export async function readUntil(client: QueryClient, thread_id: string, seq: number): Promise<void> {
  await call('PUT /api/messages/threads/:thread_id/read', { params: { thread_id }, body: { seq } })
  patchQuery(client, threadQuery(thread_id).queryKey, (thread) =>
    thread.read_seq < seq ? { ...thread, read_seq: seq, unread_count: 0 } : thread,
  )
  refreshLists(client)
}

/** Moves a message request into the inbox. */
export async function acceptThread(client: QueryClient, thread_id: string): Promise<void> {
  await call('PUT /api/messages/threads/:thread_id/accept', { params: { thread_id } })
  patchQuery(client, threadQuery(thread_id).queryKey, (thread) => ({ ...thread, box: 'inbox' as const }))
  refreshLists(client)
}

/** Clears a conversation for the viewer; the other person still has it. */
export async function clearThread(client: QueryClient, thread_id: string): Promise<void> {
  await call('DELETE /api/messages/threads/:thread_id', { params: { thread_id } })
  refreshLists(client)
}

/** Mutes or unmutes a conversation on the viewer's devices. */
export async function muteThread(client: QueryClient, thread_id: string, is_muted: boolean): Promise<void> {
  await call('PUT /api/messages/threads/:thread_id/muted', { params: { thread_id }, body: { is_muted } })
  await client.invalidateQueries({ queryKey: messageKeys.thread(thread_id) })
  refreshLists(client)
}

/** Deletes one of the viewer's own messages for both people. */
export function removeMessage(message_id: string) {
  return call('DELETE /api/messages/:message_id', { params: { message_id } })
}

import type { Message, Thread } from '@nollie/contract'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { isUnderway, loadAgain, loadInto, patchQuery } from '../../lib/query-patch.ts'
import { type Messages, withNewest } from './message-list.ts'
import type { Outgoing, OutboxKey } from './outbox.ts'
import { unreadQuery } from './unread.ts'

/** Everything of conversations in the cache. */
export const MESSAGES_KEY = ['messages'] as const

/** Which list a conversation is in: with people one writes with, or requests. */
export type BoxName = Thread['box']

const LISTS = [...MESSAGES_KEY, 'threads'] as const

/** One's conversations or requests, newest message first, page by page. */
export const threadsQuery = (box: BoxName) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, box],
    ...byCursor,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/messages/threads', { query: { box, ...from(pageParam) }, signal }),
    staleTime: 0,
  })

/** One conversation; refused with `THREAD_NOT_FOUND` for others', and across a block. */
export const threadQuery = (thread_id: string) =>
  queryOptions({
    queryKey: [...MESSAGES_KEY, 'thread', thread_id],
    queryFn: ({ signal }) => call('GET /api/messages/threads/:thread_id', { params: { thread_id }, signal }),
    staleTime: 0,
  })

/** A person, and the conversation with them when there is one. */
export const threadWithQuery = (user_id: string) =>
  queryOptions({
    queryKey: [...MESSAGES_KEY, 'with', user_id],
    queryFn: ({ signal }) => call('GET /api/messages/with/:user_id', { params: { user_id }, signal }),
    staleTime: 0,
  })

const pageOf = (thread_id: string, cursor: string | undefined, signal?: AbortSignal) =>
  call('GET /api/messages/threads/:thread_id/messages', {
    params: { thread_id },
    query: from(cursor),
    ...(signal ? { signal } : {}),
  })

/** Messages of a conversation, newest first, page by page. Nothing stays in the cache once the screen is closed. */
export const messagesQuery = (thread_id: string) =>
  infiniteQueryOptions({
    queryKey: [...MESSAGES_KEY, 'said', thread_id],
    ...byCursor,
    queryFn: ({ pageParam, signal }) => pageOf(thread_id, pageParam, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** What is loaded of a conversation. */
export const messagesIn = (client: QueryClient, thread_id: string): Messages | undefined =>
  client.getQueryData(messagesQuery(thread_id).queryKey)

/** Changes what is loaded of a conversation; nothing happens while nothing is. */
export const changeMessages = (
  client: QueryClient,
  thread_id: string,
  change: (list: Messages) => Messages,
): void => patchQuery(client, messagesQuery(thread_id).queryKey, change)

/** Loads the newest messages of a conversation again, where any are loaded or on their way. */
export async function refreshNewest(client: QueryClient, thread_id: string): Promise<void> {
  const { queryKey } = messagesQuery(thread_id)
  if (!messagesIn(client, thread_id) && !isUnderway(client, { queryKey })) return
  await loadInto(client, queryKey, () => pageOf(thread_id, undefined), withNewest)
}

/** Asks again for the lists and the count. */
export const refreshLists = (client: QueryClient): void => {
  loadAgain(client, { queryKey: LISTS })
  loadAgain(client, { queryKey: unreadQuery.queryKey })
}

/** Asks again how a conversation stands. */
export const refreshThread = (client: QueryClient, thread_id: string): void =>
  loadAgain(client, { queryKey: threadQuery(thread_id).queryKey })

/**
 * Sends a message, in the name of the outbox key's owner only. One `key` takes effect once, however often it is sent.
 */
export const sendMessage = (
  { owner, to }: OutboxKey,
  { key, content, shared }: Pick<Outgoing, 'key' | 'content' | 'shared'>,
): Promise<Message> => {
  const send = () =>
    call('POST /api/messages/with/:user_id', {
      params: { user_id: to },
      body: {
        content,
        ...(shared?.kind === 'spot' ? { spot_id: shared.spot_id } : {}),
        ...(shared?.kind === 'post'
          ? { post: { post_id: shared.post_id, media_index: shared.media_index } }
          : {}),
      },
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

/** Takes a request into the inbox. */
export async function acceptThread(client: QueryClient, thread_id: string): Promise<void> {
  await call('PUT /api/messages/threads/:thread_id/accept', { params: { thread_id } })
  patchQuery(client, threadQuery(thread_id).queryKey, (thread) => ({ ...thread, box: 'inbox' as const }))
  refreshLists(client)
}

/** Puts a conversation away for oneself. */
export async function clearThread(client: QueryClient, thread_id: string): Promise<void> {
  await call('DELETE /api/messages/threads/:thread_id', { params: { thread_id } })
  refreshLists(client)
}

/** Deletes a message of one's own, for both. */
export const removeMessage = (message_id: string) =>
  call('DELETE /api/messages/:message_id', { params: { message_id } })

import type { MessageEvent } from '@nollie/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listen } from '../../lib/live.ts'
import { isOlder, loadAgain } from '../../lib/query-patch.ts'
import { makeDebounced } from '../../lib/debounce.ts'
import { withoutText } from './message-list.ts'
import {
  changeMessages,
  MESSAGES_KEY,
  refreshLists,
  refreshNewest,
  refreshThread,
} from './message-requests.ts'
import { unreadQuery } from './unread.ts'

/** Several events at once are answered once. */
const COALESCE_MS = 120

/** Updates loaded lists, counts and conversations with the events of the stream. Returns the clean-up. */
export function watchMessages(client: QueryClient): () => void {
  const { trigger: lists, stop } = makeDebounced(() => refreshLists(client), COALESCE_MS)
  const threads = new Set<string>()
  let running = false

  // One conversation after the other, and what came meanwhile at once.
  const fetchNewest = async (): Promise<void> => {
    if (running) return
    running = true
    for (const thread_id of threads) {
      threads.delete(thread_id)
      await refreshNewest(client, thread_id).catch(() => undefined)
    }
    running = false
  }
  const everything = () => {
    loadAgain(client, { queryKey: MESSAGES_KEY })
    loadAgain(client, { queryKey: unreadQuery.queryKey })
  }
  // What was loaded before the stream began may miss a little already.
  const begun = (since: number) => {
    if (!isOlder(client, { queryKey: MESSAGES_KEY }, since)) return
    const loaded = client.getQueryCache().findAll({ queryKey: [...MESSAGES_KEY, 'said'], type: 'active' })
    for (const { queryKey } of loaded) threads.add(String(queryKey[2]))
    void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
    void client.invalidateQueries({
      queryKey: MESSAGES_KEY,
      predicate: ({ queryKey }) => queryKey[1] !== 'said',
    })
    void fetchNewest()
  }

  const onChange = (event: MessageEvent): void => {
    if (event.kind === 'many') return everything()
    const { thread_id } = event
    if (event.kind === 'deleted')
      changeMessages(client, thread_id, (list) =>
        withoutText(list, event.message_id, new Date().toISOString()),
      )
    if (event.kind === 'created' || event.kind === 'thread') {
      threads.add(thread_id)
      void fetchNewest()
    }
    refreshThread(client, thread_id)
    lists()
  }
  const stops = [
    stop,
    listen('message', { message: onChange, gap: everything, begun }),
    // Whoever blocks, or is blocked, takes the conversation along.
    listen('person', { message: ({ kind }) => (kind === 'away' || kind === 'back') && everything() }),
  ]
  return () => {
    for (const end of stops) end()
  }
}

/** The same for as long as a screen shows them. */
export function useLiveMessages(): void {
  const client = useQueryClient()
  useEffect(() => watchMessages(client), [client])
}

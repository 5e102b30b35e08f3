import type { MessageEvent } from '@nollie/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listen } from '../../lib/live.ts'
import { isOlder, loadAgain } from '../../lib/query-patch.ts'
import { makeDebounced } from '../../lib/debounce.ts'
import { messageKeys } from '../../lib/keys/messages.ts'
import { withoutText } from './message-list.ts'
import { changeMessages, refreshLists, refreshNewest, refreshThread } from './message-requests.ts'
import { unreadQuery } from './inbox/unread-requests.ts'

/** Events within this time (ms) cause a single request. */
const COALESCE_MS = 120

/** Updates the loaded lists, counts, and conversations from live events. Returns a cleanup function. */
export function watchMessages(client: QueryClient): () => void {
  const { trigger: lists, stop } = makeDebounced(() => refreshLists(client), COALESCE_MS)
  const threads = new Set<string>()
  let running = false

  // Loads one conversation at a time. Events that arrive during a request share the next one.
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
    loadAgain(client, { queryKey: messageKeys.all })
    loadAgain(client, { queryKey: unreadQuery.queryKey })
  }
  // Events may have been missed for messages loaded before the stream connected.
  const begun = (since: number) => {
    if (!isOlder(client, { queryKey: messageKeys.all }, since)) return
    const loaded = client.getQueryCache().findAll({ queryKey: messageKeys.allContents, type: 'active' })
    for (const { queryKey } of loaded) threads.add(String(queryKey[2]))
    void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
    void client.invalidateQueries({
      queryKey: messageKeys.all,
      predicate: ({ queryKey }) => queryKey[1] !== messageKeys.allContents[1],
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
    // A block hides the conversation from both people.
    listen('person', { message: ({ kind }) => (kind === 'away' || kind === 'back') && everything() }),
  ]
  return () => {
    for (const end of stops) end()
  }
}

/** Runs {@link watchMessages} while the component is mounted. */
export function useLiveMessages(): void {
  const client = useQueryClient()
  useEffect(() => watchMessages(client), [client])
}

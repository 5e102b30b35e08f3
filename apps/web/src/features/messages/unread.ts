import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { listen } from '../../lib/live.ts'

/** Everything of messages in the cache. */
export const MESSAGES_KEY = ['messages'] as const
// What is for one person alone comes with every topic; this one is heard by many screens anyway.
/** The topic with which events of messages come. */
export const TOPIC = 'posts'
/** Several messages at once are counted once. */
const COALESCE_MS = 150

/** How many messages are unread in the inbox, and how many requests; `UNREAD_MOST` stands for that many and more. */
export const unreadQuery = queryOptions({
  queryKey: [...MESSAGES_KEY, 'unread'],
  queryFn: ({ signal }) => call('GET /api/messages/unread', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Keeps the count true while it is on screen; gives the undo. */
export function watchUnread(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void client.invalidateQueries({ queryKey: unreadQuery.queryKey }), COALESCE_MS)
  }
  const stops = [
    listen(TOPIC, 'message', { message: again, gap: again, begun: again }),
    // Whoever blocks, or is blocked, takes what they wrote along.
    listen(TOPIC, 'person', { message: ({ kind }) => (kind === 'away' || kind === 'back') && again() }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

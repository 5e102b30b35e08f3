import type { QueryClient } from '@tanstack/react-query'
import { listen } from '../../lib/live.ts'
import { isOlder, loadAgain } from '../../lib/query-patch.ts'
import { makeDebounced } from '../../lib/debounce.ts'
import { NOTIFICATIONS_KEY } from './unread.ts'

/** Notifications that arrive within this time are loaded with one request. */
const COALESCE_MS = 150

/** Updates the counts, of messages too, and the list while a bell is on screen; returns the clean-up. */
export function watchNotifications(client: QueryClient): () => void {
  const { trigger: again, stop } = makeDebounced(
    () => loadAgain(client, { queryKey: NOTIFICATIONS_KEY }),
    COALESCE_MS,
  )
  const begun = (since: number) => {
    if (isOlder(client, { queryKey: NOTIFICATIONS_KEY }, since)) again()
  }
  const stops = [
    stop,
    listen('notification', { message: again, gap: again, begun }),
    listen('message', { message: again }),
    // Whoever blocks, or is blocked, takes what they did along.
    listen('person', {
      message: ({ kind }) => {
        if (kind === 'away' || kind === 'back') again()
      },
    }),
  ]
  return () => {
    for (const end of stops) end()
  }
}

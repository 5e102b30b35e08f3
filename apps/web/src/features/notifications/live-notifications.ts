import type { QueryClient } from '@tanstack/react-query'
import { listen } from '../../lib/live.ts'
import { notificationKeys } from '../../lib/keys/notifications.ts'
import { isOlder, loadAgain } from '../../lib/query-patch.ts'
import { makeDebounced } from '../../lib/debounce.ts'

/** Notifications within this time (ms) cause a single request. */
const COALESCE_MS = 150

/** Updates the list and both unread counts while a bell is on screen. Returns a cleanup function. */
export function watchNotifications(client: QueryClient): () => void {
  const { trigger: again, stop } = makeDebounced(
    () => loadAgain(client, { queryKey: notificationKeys.all }),
    COALESCE_MS,
  )
  const begun = (since: number) => {
    if (isOlder(client, { queryKey: notificationKeys.all }, since)) again()
  }
  const stops = [
    stop,
    listen('notification', { message: again, gap: again, begun }),
    listen('message', { message: again }),
    // A block removes both people's notifications.
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

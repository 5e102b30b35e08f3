import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { notificationKeys } from '../../lib/keys/notifications.ts'

/** Fetches the number of unread notifications; `UNREAD_MAX` means that many or more. Live events update it. */
export const unreadQuery = queryOptions({
  queryKey: notificationKeys.unread,
  queryFn: ({ signal }) =>
    call('GET /api/notifications/unread', { signal }).then(({ unread_count }) => unread_count),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Refetches the unread count. */
export function refetchUnread(client: QueryClient): void {
  return void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
}

import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { notificationKeys } from '../../../lib/keys/notifications.ts'

/** Fetches the unread message and message request counts; `UNREAD_MAX` means that many or more. */
export const unreadQuery = queryOptions({
  // Nested under the notifications' key, so that refreshing the bell also refreshes this count.
  queryKey: notificationKeys.unreadMessages,
  queryFn: ({ signal }) => call('GET /api/messages/unread', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

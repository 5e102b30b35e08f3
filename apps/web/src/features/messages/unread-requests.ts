import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { notificationKeys } from '../../lib/keys/notifications.ts'

/** The numbers of unread messages in the inbox and of requests; `UNREAD_MAX` means that many or more. */
export const unreadQuery = queryOptions({
  // A key under that of the notifications, so that the bell's refresh loads it, too.
  queryKey: notificationKeys.unreadMessages,
  queryFn: ({ signal }) => call('GET /api/messages/unread', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

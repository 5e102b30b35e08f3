import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { NOTIFICATIONS_KEY } from '../notifications/index.ts'

/** How many messages are unread in the inbox, and how many requests; `UNREAD_MAX` stands for that many and more. */
export const unreadQuery = queryOptions({
  // Loaded with the notifications: the bell beside it updates the count.
  queryKey: [...NOTIFICATIONS_KEY, 'messages'],
  queryFn: ({ signal }) => call('GET /api/messages/unread', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

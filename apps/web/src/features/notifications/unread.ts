import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Everything of notifications in the cache. */
export const NOTIFICATIONS_KEY = ['notifications'] as const

/** How many notifications are unread; `UNREAD_MAX` stands for that many and more. Live changes update it. */
export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'unread'],
  queryFn: ({ signal }) =>
    call('GET /api/notifications/unread', { signal }).then(({ unread_count }) => unread_count),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Counts again. */
export const countAgain = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: unreadQuery.queryKey })

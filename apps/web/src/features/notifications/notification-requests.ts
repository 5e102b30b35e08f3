import type { QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { countAgain, NOTIFICATIONS_KEY } from './unread.ts'

/** So many lines stand beside the feed. */
const LATEST = 3

/** Notifications in lines, newest first, page by page. Nothing stays in the cache after the dialog is closed. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'list'],
  ...byCursor,
  queryFn: ({ pageParam, signal }) =>
    call('GET /api/notifications', {
      query: from(pageParam),
      signal,
    }),
  staleTime: 0,
  gcTime: 0,
})

/** The newest lines, updated by the bell on the same screen. */
export const latestNotificationsQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'latest'],
  queryFn: ({ signal }) => call('GET /api/notifications', { query: {}, signal }),
  select: ({ items }) => items.slice(0, LATEST),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Marks as read what is not newer than the newest line shown. */
export const readUntil = async (client: QueryClient, until: string): Promise<void> => {
  await call('PUT /api/notifications/read', { body: { until } })
  countAgain(client)
}

/** Marks one line as read. */
export const readLine = async (client: QueryClient, notification_id: string): Promise<void> => {
  await call('PUT /api/notifications/:notification_id/read', { params: { notification_id } })
  countAgain(client)
}

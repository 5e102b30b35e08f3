import type { QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { notificationKeys } from '../../lib/keys/notifications.ts'
import { refetchUnread } from './unread-requests.ts'

/** The number of rows shown next to the feed. */
const LATEST = 3

/** Fetches notifications, grouped into rows, newest first, page by page. Not cached after the dialog closes. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: notificationKeys.list,
  ...byCursor,
  queryFn: ({ pageParam, signal }) =>
    call('GET /api/notifications', {
      query: from(pageParam),
      signal,
    }),
  staleTime: 0,
  gcTime: 0,
})

/** Fetches the newest rows. The bell on the same screen updates them. */
export const latestNotificationsQuery = queryOptions({
  queryKey: notificationKeys.latest,
  queryFn: ({ signal }) => call('GET /api/notifications', { query: {}, signal }),
  select: ({ items }) => items.slice(0, LATEST),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Marks everything up to the newest visible row as read. */
export async function readUntil(client: QueryClient, until: string): Promise<void> {
  await call('PUT /api/notifications/read', { body: { until } })
  refetchUnread(client)
}

/** Marks one row as read. */
export async function readLine(client: QueryClient, notification_id: string): Promise<void> {
  await call('PUT /api/notifications/:notification_id/read', { params: { notification_id } })
  refetchUnread(client)
}

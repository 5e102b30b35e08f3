import type { QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { countAgain, NEWS_KEY } from './unread.ts'

/** One's notifications in lines, newest first, page by page. Nothing of it is kept after the dialog has gone. */
export const newsQuery = infiniteQueryOptions({
  queryKey: [...NEWS_KEY, 'list'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) =>
    call('GET /api/notifications', {
      query: pageParam === undefined ? {} : { cursor: pageParam },
      signal,
    }),
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  staleTime: 0,
  gcTime: 0,
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

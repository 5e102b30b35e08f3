import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { stubLive } from '../../lib/live-stub.ts'
import { watchNotifications } from './live-notifications.ts'
import { notificationsQuery } from './notification-requests.ts'

afterEach(() => vi.unstubAllGlobals())

test('includes a notification that arrives during the first load of the list', async () => {
  const answers: ((ids: string[]) => void)[] = []
  const { publish, opened } = stubLive()
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        const headers = { 'content-type': 'application/json' }
        answers.push((ids) => {
          const body = { items: ids.map((id) => ({ id })), next_cursor: null }
          resolve(new Response(JSON.stringify(body), { headers }))
        })
      }),
  )
  const client = new QueryClient()
  const leave = new InfiniteQueryObserver(client, notificationsQuery).subscribe(() => undefined)
  const stop = watchNotifications(client)
  await expect.poll(() => answers.length).toBe(1)
  await opened()
  const invalidated = vi.spyOn(client, 'invalidateQueries')
  publish('notification', { kind: 'created', type: 'like', notification_id: 'new' })
  await expect.poll(() => invalidated.mock.calls.length).toBe(1)
  answers[0]?.(['old'])
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(['new', 'old'])
  const shown = () => client.getQueryData(notificationsQuery.queryKey)?.pages[0]?.items.map(({ id }) => id)
  await expect.poll(shown).toEqual(['new', 'old'])
  stop()
  leave()
})

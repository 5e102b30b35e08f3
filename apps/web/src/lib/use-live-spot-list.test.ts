import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { stubLive } from './live-stub.ts'
import { watchSpotList } from './use-live-spot-list.ts'

afterEach(() => vi.unstubAllGlobals())

test('a list is loaded again when one of its spots stands differently or anything may have, and not for others', async () => {
  const { publish, opened } = stubLive()
  const client = new QueryClient()
  const queryFn = vi.fn(async () => ['curb'])
  const queryKey = ['lists', 'one', 'x']
  const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  const stop = watchSpotList(client, queryKey, (id) => id === 'curb')
  await opened()
  await expect.poll(() => queryFn.mock.calls.length).toBe(1)
  // The first connection begins after the list was asked for.
  await new Promise((resolve) => setTimeout(resolve, 400))
  const before = queryFn.mock.calls.length
  publish('spot', { kind: 'updated', spot_id: 'rail', at: [], stands_anew: true })
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(queryFn).toHaveBeenCalledTimes(before)
  publish('spot', { kind: 'updated', spot_id: 'curb', at: [], stands_anew: true })
  publish('spot', { kind: 'updated', spot_id: 'curb', at: [] })
  await expect.poll(() => queryFn.mock.calls.length).toBe(before + 1)
  publish('spot', { kind: 'many', spot_id: null, at: [] })
  await expect.poll(() => queryFn.mock.calls.length).toBe(before + 2)
  stop()
  leave()
})

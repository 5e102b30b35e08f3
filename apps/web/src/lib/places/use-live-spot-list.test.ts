import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLive } from '../live-stub.ts'
import { watchSpotList } from './use-live-spot-list.ts'

// The stream closes a while after its last listener unsubscribes.
beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('refetches a list when the status of one of its spots changes or events were missed, not for other spots', async () => {
  const { publish, opened } = stubLive()
  const client = new QueryClient()
  const queryFn = vi.fn(async () => ['curb'])
  const queryKey = ['lists', 'one', 'x']
  const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  const stop = watchSpotList(client, queryKey, (id) => id === 'curb')
  await opened()
  // The first connection opens after the list was requested.
  await vi.advanceTimersByTimeAsync(1_000)
  const before = queryFn.mock.calls.length
  const isLoadedAgain = async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    return queryFn.mock.calls.length - before
  }
  publish('spot', { kind: 'updated', spot_id: 'rail', at: [], stands_anew: true })
  expect(await isLoadedAgain()).toBe(0)
  publish('spot', { kind: 'updated', spot_id: 'curb', at: [], stands_anew: true })
  publish('spot', { kind: 'updated', spot_id: 'curb', at: [] })
  expect(await isLoadedAgain()).toBe(1)
  publish('spot', { kind: 'many', spot_id: null, at: [] })
  expect(await isLoadedAgain()).toBe(2)
  stop()
  leave()
})

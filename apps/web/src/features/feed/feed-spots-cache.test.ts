import type { Post, SpotStateChange } from '@nollie/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLive } from '../../lib/live-stub.ts'
import { feedQuery } from '../posts/index.ts'
import { listSpotChanges, type Feed } from './feed-cache.ts'
import { hasSpot, withChanges, withoutChange, withSpot } from './feed-spots-cache.ts'
import { watchSpots } from './live/live-feed-spots.ts'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')

function at(minutes: number) {
  return new Date(NOON + minutes * 60_000).toISOString()
}

function aPost(id: string, minutes: number) {
  return { id, spot_id: null, created_at: at(minutes), media: [], spot: null } as unknown as Post
}

function change(id: string, minutes: number, state: SpotStateChange['state'] = 'closed') {
  return {
    spot: { id, name: id, city: null },
    state,
    changed_at: at(minutes),
  }
}

const feed: Feed = {
  pages: [
    { items: [aPost('b', 20)], next_cursor: 'more', changes: [change('top', 30), change('both', 25)] },
    { items: [aPost('a', 10)], next_cursor: 'more', changes: [change('old', 15)] },
  ],
  pageParams: [undefined, 'more'],
}

function shown(one: Feed | undefined) {
  return listSpotChanges(one).map(({ spot, state }) => `${spot.name} ${state}`)
}

// The stream closes some time after its last listener unsubscribes.
beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('new status changes replace older ones for the same spots, and withdrawn ones disappear', () => {
  const max = 2
  const put = (newest: SpotStateChange[], isReload = false) =>
    shown(withChanges(feed, newest, { max, isReload }))
  expect(put([change('both', 40, 'gone'), change('top', 30)])).toEqual([
    'both gone',
    'top closed',
    'old closed',
  ])
  expect(put([change('new', 40), change('old', 15)]), 'those between were taken back').toEqual([
    'new closed',
    'old closed',
  ])
  expect(put([change('top', 30)]), 'fewer than the server sends are all').toEqual(['top closed'])
  expect(
    put([change('both', 25), change('old', 5)]),
    'a later page has what is before the last post',
  ).toEqual(['both closed'])
  expect(put([change('new', 50), change('top', 30)], true)).toEqual(['new closed', 'top closed'])
})

test('removes a spot that is hidden from the viewer, and updates the name of a renamed one', () => {
  expect(shown(withoutChange(feed, 'both'))).toEqual(['top closed', 'old closed'])
  expect(withoutChange(feed, 'x')).toBe(feed)
  expect([hasSpot(feed, 'old'), hasSpot(feed, 'x')]).toEqual([true, false])
  const named = {
    id: 'old',
    name: 'New',
    city: null,
    state: null,
    spot_type: null,
    status: 'open',
    photo: null,
  }
  expect(shown(withSpot(feed, named as never)).at(-1)).toBe('New closed')
})

test('inserts a status change live at the top, delays it while scrolled down, and removes withdrawn ones', async () => {
  const { publish, opened } = stubLive()
  const [scrolled, asked] = [new EventTarget(), vi.fn()]
  vi.stubGlobal('addEventListener', scrolled.addEventListener.bind(scrolled))
  vi.stubGlobal('removeEventListener', scrolled.removeEventListener.bind(scrolled))
  vi.stubGlobal('fetch', async (url: string) => {
    asked(url)
    const body = { items: [change('new', 60, 'gone'), change('top', 30), change('both', 25)] }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  })
  const client = new QueryClient()
  const { queryKey } = feedQuery('all')
  client.setQueryData(queryKey, feed)
  const now = () => shown(client.getQueryData(queryKey))
  let isAtTop = false
  const stop = watchSpots(client, () => isAtTop)
  await opened()
  publish('spot', { kind: 'updated', spot_id: 'new', at: [], stands_anew: true })
  publish('spot', { kind: 'deleted', spot_id: 'old', at: [] })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(now(), 'nothing moves under who reads').toEqual(['top closed', 'both closed'])
  expect(asked).not.toHaveBeenCalled()
  isAtTop = true
  scrolled.dispatchEvent(new Event('scroll'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(now()).toEqual(['new gone', 'top closed', 'both closed'])
  stop()
})

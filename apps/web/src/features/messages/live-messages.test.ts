import type { MessageEvent as LiveMessage } from '@nollie/contract'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLive } from '../../lib/live-stub.ts'
import { watchMessages } from './live-messages.ts'
import { messagesIn, messagesQuery, refreshNewest, threadsQuery } from './message-requests.ts'
import { until } from '../../../test/until.ts'

let live: ReturnType<typeof stubLive>

function publish(event: LiveMessage) {
  return live.publish('message', event)
}

// A fake server with one conversation.
let server: { id: string; seq: number; content: string; deleted_at: null }[]
let requested: string[]
// Delays the next response.
let gate: Promise<void>
let stop: () => void
const client = new QueryClient()

function add(content: string) {
  const seq = server.length + 1
  server.unshift({ id: `m${seq}`, seq, content, deleted_at: null })
}

function contents() {
  return messagesIn(client, 't')?.pages.flatMap(({ items }) => items.map(({ content }) => content))
}

beforeEach(async () => {
  server = []
  requested = []
  gate = Promise.resolve()
  add('first')
  live = stubLive()
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address)
    const body = JSON.stringify({ items: server, next_cursor: null })
    await gate
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  })
  const leave = new InfiniteQueryObserver(client, messagesQuery('t')).subscribe(() => undefined)
  await vi.waitUntil(() => contents() !== undefined, { timeout: 30_000 })
  const unwatch = watchMessages(client)
  stop = () => {
    unwatch()
    leave()
  }
  await live.opened()
})
afterEach(() => {
  stop()
  client.clear()
  vi.unstubAllGlobals()
})

test('shows a message from the other person when its event arrives, once', async () => {
  add('second')
  publish({ kind: 'created', thread_id: 't', message_id: 'm2', user_id: 'ben' })
  publish({ kind: 'created', thread_id: 't', message_id: 'm2', user_id: 'ben' })
  await until(() => expect(contents()).toEqual(['second', 'first']))
})

test('a deleted message loses its text immediately, without refetching other conversations', async () => {
  const before = requested.length
  publish({ kind: 'deleted', thread_id: 't', message_id: 'm1', user_id: 'ben' })
  expect(contents()).toEqual([null])
  publish({ kind: 'created', thread_id: 'other', message_id: 'm9', user_id: 'kim' })
  await until(() => expect(client.isFetching()).toBe(0))
  expect(requested).toHaveLength(before)
})

test('a message deleted while the newest ones are refetched stays deleted', async () => {
  let release = () => {}
  gate = new Promise((resolve) => {
    release = resolve
  })
  add('second')
  const done = refreshNewest(client, 't')
  publish({ kind: 'deleted', thread_id: 't', message_id: 'm1', user_id: 'ben' })
  release()
  await done
  expect(contents()).toEqual(['second', null])
})

test('blocking someone, or being blocked, refetches everything', async () => {
  await client.fetchInfiniteQuery(threadsQuery('inbox'))
  live.publish('person', { kind: 'away', user_id: 'ben' })
  expect(client.getQueryState(threadsQuery('inbox').queryKey)?.isInvalidated).toBe(true)
  expect(client.isFetching({ queryKey: messagesQuery('t').queryKey })).toBe(1)
})

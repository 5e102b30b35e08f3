import type { CommentEvent } from '@nollie/contract'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLive } from '../../lib/live-stub.ts'
import { listComments } from './comment-pages.ts'
import { commentsQuery } from './comment-requests.ts'
import { watchComments } from './use-live-comments.ts'
import { until } from '../../../test/until.ts'

// A mock server that delays its responses until the test releases them.
const thread = { post_id: 'p', media_index: 0 }

function publish(kind: 'created' | 'deleted', comment_id: string, parent_comment_id: string | null = null) {
  const change = { kind, comment_id, parent_comment_id, user_id: 'ben' }
  const event: CommentEvent = { ...thread, comments_count: 9, changes: [change] }
  live.publish('comment', event)
}

let live: ReturnType<typeof stubLive>
let requests: { address: string; answer: (body: object) => void }[]
const client = new QueryClient()

function requested(address: string) {
  return until(() => expect(requests.at(-1)?.address).toContain(address))
}

function answer(body: object) {
  return requests.at(-1)?.answer(body)
}

function settled() {
  return until(() => expect(client.isFetching()).toBe(0))
}

type Row = { id: string; replies: Row[]; [field: string]: unknown }

function aComment(id: string, replies: string[] = []): Row {
  return {
    id,
    parent_comment_id: null as string | null,
    content: id,
    created_at: '2026-11-21T12:00:00.000Z',
    likes_count: 0,
    liked: false,
    replies: replies.map((reply) => ({ ...aComment(reply), parent_comment_id: id })),
    replies_count: replies.length,
    replies_cursor: null,
  }
}

function aPage(items: object[], next_cursor: string | null = null) {
  return {
    items,
    next_cursor,
    comments_count: items.length,
  }
}

function shown() {
  return listComments(client.getQueryData(commentsQuery(thread).queryKey) ?? { pages: [] }).map(
    ({ id, replies }) => [id, ...replies.map((reply) => reply.id)].join(' '),
  )
}

function observe() {
  return new InfiniteQueryObserver(client, commentsQuery(thread))
}

let observer: ReturnType<typeof observe>
let stop: () => void

beforeEach(async () => {
  requests = []
  live = stubLive()
  vi.stubGlobal(
    'fetch',
    (address: string) =>
      new Promise<Response>((resolve) => {
        const headers = { 'content-type': 'application/json' }
        requests.push({ address, answer: (body) => resolve(new Response(JSON.stringify(body), { headers })) })
      }),
  )
  observer = observe()
  const leave = observer.subscribe(() => undefined)
  await requested('/comments')
  answer(aPage([aComment('c'), aComment('b')], 'b'))
  await settled()
  const unwatch = watchComments(client, thread)
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

test('RT-01 a comment that is deleted while the next page loads disappears from every page', async () => {
  void observer.fetchNextPage()
  await requested('cursor=b')
  publish('deleted', 'b')
  publish('deleted', 'a')
  expect(shown()).toEqual(['c'])
  answer(aPage([aComment('a')]))
  await settled()
  expect(shown()).toEqual(['c'])
})

test('RT-01 shows a reply to a comment whose page is still loading', async () => {
  void observer.fetchNextPage()
  await requested('cursor=b')
  publish('created', 'a1', 'a')
  answer(aPage([aComment('a')]))
  await requested('/api/comments/a/replies')
  answer({ items: aComment('a', ['a1']).replies, next_cursor: null })
  await expect.poll(shown).toEqual(['c', 'b', 'a a1'])
})

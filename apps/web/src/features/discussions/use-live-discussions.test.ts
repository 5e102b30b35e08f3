import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLive } from '../../lib/live-stub.ts'
import { listComments } from '../comments/comment-pages.ts'
import { commentsQuery } from '../comments/comment-requests.ts'
import { watchComments } from '../comments/use-live-comments.ts'
import { discussionQuery } from './discussion-requests.ts'
import { watchDiscussion } from './use-live-discussions.ts'
import { until } from '../../../test/until.ts'

// A mock server with one discussion by ben, and comments by ben and eve.
let hidden: Set<string>
let live: ReturnType<typeof stubLive>
let stops: (() => void)[]
const thread = { discussion_id: 'd' }
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })

function answer(status: number, body: object) {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

beforeEach(async () => {
  hidden = new Set()
  live = stubLive()
  vi.stubGlobal('fetch', async (address: string) => {
    if (hidden.has('ben')) return answer(404, { code: 'DISCUSSION_NOT_FOUND', detail: 'Not here.' })
    const items = ['eve', 'ben']
      .filter((who) => !hidden.has(who))
      .map((who) => ({ id: who, user_id: who, replies: [] }))
    const comments_count = items.length
    return address.includes('/comments')
      ? answer(200, { items, next_cursor: null, comments_count })
      : answer(200, { id: 'd', title: 'Wax', user_id: 'ben', comments_count })
  })
  stops = [
    new QueryObserver(client, discussionQuery('d')).subscribe(() => undefined),
    new InfiniteQueryObserver(client, commentsQuery(thread)).subscribe(() => undefined),
    watchDiscussion(client, 'd'),
    watchComments(client, thread),
  ]
  await live.opened()
})
afterEach(() => {
  for (const stop of stops) stop()
  client.clear()
  vi.unstubAllGlobals()
})

function contents() {
  return listComments(client.getQueryData(commentsQuery(thread).queryKey) ?? { pages: [] }).map(
    ({ user_id }) => user_id,
  )
}

function one() {
  return client.getQueryState(discussionQuery('d').queryKey)
}

function leaves(user_id: string) {
  hidden.add(user_id)
  live.publish('person', { kind: 'away', user_id })
}

test('DSC-12 removes comments of hidden people and updates the count, and restores both', async () => {
  await until(() => expect(contents()).toEqual(['eve', 'ben']))
  leaves('eve')
  expect(contents()).toEqual(['ben'])
  await until(() => expect(one()?.data?.comments_count).toBe(1))
  hidden.delete('eve')
  live.publish('person', { kind: 'back', user_id: 'eve' })
  await until(() => expect(contents()).toEqual(['eve', 'ben']))
})

test('P-03 counts comments and likes live, and refetches counts if some are hidden', async () => {
  await until(() => expect(contents()).toEqual(['eve', 'ben']))
  const comment = (comments_count: number | null, discussion_id = 'd') =>
    live.publish('comment', { post_id: null, discussion_id, started_by: 'ben', comments_count, changes: [] })
  comment(7)
  comment(1, 'other')
  expect(one()?.data?.comments_count).toBe(7)
  comment(null)
  await until(() => expect(one()?.data?.comments_count).toBe(2))
  const like = { discussion_id: 'd', started_by: 'ben', likes_count: 3, user_id: 'eve', liked: true }
  live.publish('discussion_like', like)
  expect(one()?.data).toMatchObject({ likes_count: 3 })
  expect(one()?.data?.liked).toBeUndefined()
})

test('DSC-12 removes a discussion when its author is hidden', async () => {
  await until(() => expect(one()?.data?.title).toBe('Wax'))
  leaves('ben')
  await until(() => expect(one()?.error).toMatchObject({ code: 'DISCUSSION_NOT_FOUND' }))
})

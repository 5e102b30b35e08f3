import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLive } from '../../lib/live-stub.ts'
import { comments, commentsQuery, discussionQuery } from './community-requests.ts'
import { watchComments, watchDiscussion } from './use-live-discussions.ts'

// A server with one discussion of ben's, in which ben and eve said something.
let away: Set<string>
let live: ReturnType<typeof stubLive>
let stops: (() => void)[]
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

beforeEach(async () => {
  away = new Set()
  live = stubLive()
  vi.stubGlobal('fetch', async (address: string) => {
    if (away.has('ben')) return answer(404, { code: 'DISCUSSION_NOT_FOUND', detail: 'Not here.' })
    const items = ['eve', 'ben'].filter((who) => !away.has(who)).map((who) => ({ id: who, user_id: who }))
    const comments_count = items.length
    return address.includes('/comments')
      ? answer(200, { items, next_cursor: null, comments_count })
      : answer(200, { id: 'd', title: 'Wax', user_id: 'ben', comments_count })
  })
  stops = [
    new QueryObserver(client, discussionQuery('d')).subscribe(() => undefined),
    new InfiniteQueryObserver(client, commentsQuery('d')).subscribe(() => undefined),
    watchDiscussion(client, 'd'),
    watchComments(client, 'd'),
  ]
  await live.opened()
})
afterEach(() => {
  for (const stop of stops) stop()
  client.clear()
  vi.unstubAllGlobals()
})

const said = () =>
  comments.itemsOf(client.getQueryData(commentsQuery('d').queryKey)).map(({ user_id }) => user_id)
const one = () => client.getQueryState(discussionQuery('d').queryKey)
const leaves = (user_id: string) => {
  away.add(user_id)
  live.tell('person', { kind: 'away', user_id })
}

test('DSC-12 what somebody said leaves the screen with them, and is counted no more; it comes back with them', async () => {
  await vi.waitFor(() => expect(said()).toEqual(['eve', 'ben']))
  leaves('eve')
  expect(said()).toEqual(['ben'])
  await vi.waitFor(() => expect(one()?.data?.comments_count).toBe(1))
  away.delete('eve')
  live.tell('person', { kind: 'back', user_id: 'eve' })
  await vi.waitFor(() => expect(said()).toEqual(['eve', 'ben']))
})

test('DSC-12 a discussion goes with its author', async () => {
  await vi.waitFor(() => expect(one()?.data?.title).toBe('Wax'))
  leaves('ben')
  await vi.waitFor(() => expect(one()?.error).toMatchObject({ code: 'DISCUSSION_NOT_FOUND' }))
})

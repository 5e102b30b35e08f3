import type { Discussion } from '@nollie/contract'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  addDiscussion,
  changeDiscussion,
  type DiscussionFilter,
  discussions,
  discussionsQuery,
  dropDiscussion,
} from './discussion-requests.ts'
import { until } from '../../../test/until.ts'

const usual: DiscussionFilter = { category: null, q: '', order: 'newest' }

// A mock server that delays its responses until the test releases them.
let answers: ((body: object) => void)[]
const client = new QueryClient()

function requested(count: number) {
  return until(() => expect(answers.length).toBe(count))
}

function settled() {
  return until(() => expect(client.isFetching()).toBe(0))
}

function aDiscussion(id: string) {
  return { id, title: id, user_id: 'ben', comments_count: 0 }
}

function aPage(ids: string[], next_cursor: string | null = null) {
  return {
    items: ids.map(aDiscussion),
    next_cursor,
    comments_count: ids.length,
  }
}

beforeEach(() => {
  answers = []
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answers.push((body) =>
          resolve(new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })),
        )
      }),
  )
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

test('P-03 preserves live changes that arrive while the next page loads', async () => {
  const observer = new InfiniteQueryObserver(client, discussionsQuery(usual))
  const leave = observer.subscribe(() => undefined)
  await requested(1)
  answers[0]?.(aPage(['e', 'd'], 'd'))
  await settled()
  void observer.fetchNextPage()
  await requested(2)
  changeDiscussion(client, 'd', { comments_count: 7 })
  changeDiscussion(client, 'c', { comments_count: 3 })
  dropDiscussion(client, 'e')
  dropDiscussion(client, 'b')
  answers[1]?.(aPage(['c', 'b', 'a']))
  await settled()
  const shown = discussions.listItems(client.getQueryData(discussionsQuery(usual).queryKey))
  expect(shown.map(({ id, comments_count }) => [id, comments_count])).toEqual([
    ['d', 7],
    ['c', 3],
    ['a', 0],
  ])
  leave()
})

test('adds a new discussion at the top of the lists it belongs to', async () => {
  const lists = [
    usual,
    { ...usual, category: 'gear' },
    { ...usual, category: 'tips' },
    { ...usual, q: 'wax' },
    { ...usual, order: 'answered' },
  ] as const
  const stops = lists.map((filter) =>
    new InfiniteQueryObserver(client, discussionsQuery(filter)).subscribe(() => undefined),
  )
  await requested(5)
  for (const answer of answers) answer(aPage(['old']))
  await settled()
  addDiscussion(client, { ...aDiscussion('new'), category: 'gear' } as Discussion)
  const shown = lists.map((filter) =>
    discussions.listItems(client.getQueryData(discussionsQuery(filter).queryKey)).map(({ id }) => id),
  )
  const [grown, same] = [['new', 'old'], ['old']]
  expect(shown).toEqual([grown, grown, same, same, grown])
  for (const stop of stops) stop()
})

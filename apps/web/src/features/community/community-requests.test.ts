import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  changeComments,
  comments,
  commentsQuery,
  discussions,
  discussionsQuery,
  refreshComments,
  tellCommentGone,
  tellCount,
  tellGone,
} from './community-requests.ts'

// A server whose answers wait until they are let go.
let answers: ((body: object) => void)[]
const client = new QueryClient()
const asked = (count: number) => vi.waitFor(() => expect(answers.length).toBe(count))
const settled = () => vi.waitFor(() => expect(client.isFetching()).toBe(0))

const aDiscussion = (id: string) => ({ id, title: id, user_id: 'ben', comments_count: 0 })
const aPage = (ids: string[], next_cursor: string | null = null) => ({
  items: ids.map(aDiscussion),
  next_cursor,
  comments_count: ids.length,
})

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

test('P-03 what is heard of discussions while the next page loads stays, for those on that page too', async () => {
  const observer = new InfiniteQueryObserver(client, discussionsQuery)
  const leave = observer.subscribe(() => undefined)
  await asked(1)
  answers[0]?.(aPage(['e', 'd'], 'd'))
  await settled()
  void observer.fetchNextPage()
  await asked(2)
  tellCount(client, 'd', 7)
  tellCount(client, 'c', 3)
  tellGone(client, 'e')
  tellGone(client, 'b')
  answers[1]?.(aPage(['c', 'b', 'a']))
  await settled()
  const shown = discussions.itemsOf(client.getQueryData(discussionsQuery.queryKey))
  expect(shown.map(({ id, comments_count }) => [id, comments_count])).toEqual([
    ['d', 7],
    ['c', 3],
    ['a', 0],
  ])
  leave()
})

test('P-03 a comment deleted while the newest ones load again does not come back', async () => {
  const leave = new InfiniteQueryObserver(client, commentsQuery('d')).subscribe(() => undefined)
  await asked(1)
  answers[0]?.(aPage(['two', 'one']))
  await settled()
  const done = refreshComments(client, 'd')
  await asked(2)
  changeComments(client, 'd', (list) => comments.without(list, ({ id }) => id === 'two'))
  answers[1]?.(aPage(['three', 'two', 'one']))
  await done
  const shown = comments.itemsOf(client.getQueryData(commentsQuery('d').queryKey))
  expect(shown.map(({ id }) => id)).toEqual(['three', 'one'])
  leave()
})

test('DSC-12 a comment deleted here is counted no more at once, and one time, whoever tells of it first', async () => {
  const leave = [
    new InfiniteQueryObserver(client, discussionsQuery).subscribe(() => undefined),
    new InfiniteQueryObserver(client, commentsQuery('d')).subscribe(() => undefined),
  ]
  await asked(2)
  answers[0]?.(aPage(['d']))
  answers[1]?.(aPage(['two', 'one']))
  await settled()
  const count = () =>
    discussions.itemsOf(client.getQueryData(discussionsQuery.queryKey)).map((one) => one.comments_count)
  tellCount(client, 'd', 2)
  tellCommentGone(client, { discussion_id: 'd', id: 'two' })
  expect(count()).toEqual([1])
  tellCommentGone(client, { discussion_id: 'd', id: 'two' })
  expect(count()).toEqual([1])
  for (const end of leave) end()
})

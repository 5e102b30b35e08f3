import { infiniteQueryOptions, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestFirst, type PageOf, type Pages } from './lists/newest-first.ts'
import { isUnderway, fetchSettled, loadAgain, loadInto, patchQueries, patchQuery } from './query-patch.ts'
import { until } from '../../test/until.ts'

type Item = { id: string; text: string }
type List = Pages<PageOf<Item>>

const lists = newestFirst<Item>(({ id }) => id)

function page(text: string[], next_cursor: string | null): PageOf<Item> {
  return {
    items: text.map((one) => ({ id: one.split(' ')[0] ?? '', text: one })),
    next_cursor,
  }
}

// Each request waits until the test responds, so that events happen in a fixed order.
let requests: { answer: (page: PageOf<Item>) => void; fail: () => void }[]
let client: QueryClient

function ask() {
  return new Promise<PageOf<Item>>((resolve, reject) => {
    requests.push({ answer: resolve, fail: () => reject(new Error('no network')) })
  })
}

function listQuery(name: string) {
  return infiniteQueryOptions({
    queryKey: ['list', name],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal }) => (signal.aborted ? Promise.reject(signal.reason) : ask()),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

const { queryKey } = listQuery('a')

function text() {
  return client.getQueryData(queryKey)?.pages.flatMap(({ items }) => items.map((item) => item.text))
}

function requested(count: number) {
  return until(() => expect(requests.length).toBe(count))
}

function settled() {
  return until(() => expect(client.isFetching()).toBe(0))
}

function edit(id: string, next: string) {
  return patchQuery(client, queryKey, (list) =>
    lists.patched(list, (items) => items.map((item) => (item.id === id ? { id, text: next } : item))),
  )
}

function remove(id: string) {
  return patchQuery(client, queryKey, (list) => lists.without(list, (item) => item.id === id))
}

function observe() {
  return new InfiniteQueryObserver(client, listQuery('a'))
}

let observer: ReturnType<typeof observe>
let leave: () => void

async function begin() {
  await requested(1)
  requests[0]?.answer(page(['c first', 'b first'], 'b'))
  await settled()
}

beforeEach(() => {
  requests = []
  client = new QueryClient()
  observer = observe()
  leave = observer.subscribe(() => undefined)
})
afterEach(() => leave())

test('a change during the first load is applied when it ends', async () => {
  await requested(1)
  edit('c', 'c edited')
  remove('b')
  expect(text()).toBeUndefined()
  requests[0]?.answer(page(['c first', 'b first'], null))
  await settled()
  expect(text()).toEqual(['c edited'])
})

test('a change while the next page loads shows immediately and stays, even on that page', async () => {
  await begin()
  void observer.fetchNextPage()
  await requested(2)
  edit('c', 'c edited')
  edit('a', 'a edited')
  remove('b')
  expect(text()).toEqual(['c edited'])
  requests[1]?.answer(page(['a first'], null))
  await settled()
  expect(text()).toEqual(['c edited', 'a edited'])
})

test('changes during a refetch stay, in order', async () => {
  await begin()
  void observer.refetch()
  await requested(2)
  edit('c', 'c edited')
  edit('c', 'c edited twice')
  requests[1]?.answer(page(['c first', 'b first'], 'b'))
  await settled()
  expect(text()).toEqual(['c edited twice', 'b first'])
})

test('a failed load discards no changes, and creates no list', async () => {
  await begin()
  void observer.fetchNextPage()
  await requested(2)
  remove('b')
  requests[1]?.fail()
  await settled()
  expect(text()).toEqual(['c first'])
  expect(observer.getCurrentResult().isFetchNextPageError).toBe(true)

  patchQuery(client, ['list', 'never loaded'], () => 'anything')
  expect(client.getQueryData(['list', 'never loaded'])).toBeUndefined()
})

test('leaving a screen while a page loads preserves the change', async () => {
  await begin()
  void observer.fetchNextPage()
  await requested(2)
  remove('b')
  leave()
  await settled()
  expect(text()).toEqual(['c first'])
})

test('changes all matching queries, each with its own load', async () => {
  await begin()
  const other = new InfiniteQueryObserver(client, listQuery('b')).subscribe(() => undefined)
  await requested(2)
  patchQueries<List>(client, { queryKey: ['list'] }, (list) => lists.without(list, ({ id }) => id === 'b'))
  expect(isUnderway(client, { queryKey: ['list'] })).toBe(true)
  requests[1]?.answer(page(['b first', 'a first'], null))
  await fetchSettled(client, listQuery('b').queryKey)
  await settled()
  expect(text()).toEqual(['c first'])
  expect(client.getQueryData(listQuery('b').queryKey)?.pages[0]?.items).toEqual([
    { id: 'a', text: 'a first' },
  ])
  other()
})

test('a change does not mark a list as fresh: a stale list is still refetched', async () => {
  await begin()
  const { dataUpdatedAt } = client.getQueryState(queryKey) ?? {}
  await client.invalidateQueries({ queryKey, refetchType: 'none' })
  remove('b')
  expect(client.getQueryState(queryKey)).toMatchObject({ isInvalidated: true, dataUpdatedAt })
})

test('loadInto does not undo changes made since the request', async () => {
  await begin()
  const done = loadInto(client, queryKey, ask, lists.withNewest)
  await requested(2)
  remove('c')
  edit('d', 'd edited')
  requests[1]?.answer(page(['d first', 'c first', 'b first'], 'b'))
  expect((await done).items).toHaveLength(3)
  expect(text()).toEqual(['d edited', 'b first'])
})

test('a loadInto during the first load is merged once that load ends', async () => {
  await requested(1)
  const done = loadInto(client, queryKey, ask, lists.withNewest)
  requests[1]?.answer(page(['d first', 'c first'], 'c'))
  await done
  requests[0]?.answer(page(['c first', 'b first'], 'b'))
  await settled()
  expect(text()).toEqual(['d first', 'c first', 'b first'])
})

test('a refetch sends a new request, even during the first load', async () => {
  await requested(1)
  loadAgain(client, { queryKey: ['list'] })
  requests[0]?.answer(page(['c first'], null))
  await requested(2)
  requests[1]?.answer(page(['d first', 'c first'], null))
  await settled()
  expect(text()).toEqual(['d first', 'c first'])
})

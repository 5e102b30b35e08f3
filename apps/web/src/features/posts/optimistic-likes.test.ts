import { beforeEach, expect, test, vi } from 'vitest'
import { confirmLike, type Item } from './item-entry.ts'
import { type ItemStore, makeItemStore } from './optimistic-likes.ts'
import { showQueued } from './outbox-likes.ts'

type Sent = {
  liked: boolean
  answer: (likes_count: number) => Promise<void>
  fail: () => Promise<void>
  /** Puts the request into the outbox. */
  keep: () => Promise<void>
}

const ME = 'me'
const POST = 'post'
const refused = vi.fn<(item: Item, error: unknown) => void>()
let now = 0
let sent: Sent[] = []
let store: ItemStore

function settled() {
  return new Promise<void>((resolve) => setTimeout(resolve))
}

function item() {
  return store.get(POST, 0)
}

function like(likes_count: number, changes: { user_id: string; liked: boolean }[] | null = []) {
  return store.applyLikes({ post_id: POST, media_index: 0, likes_count, changes })
}

beforeEach(() => {
  now = 0
  sent = []
  refused.mockClear()
  store = makeItemStore({
    userId: () => ME,
    refused,
    now: () => now,
    send: (_, liked) =>
      new Promise((resolve, reject) => {
        sent.push({
          liked,
          answer: (likes_count) => {
            resolve({ liked, likes_count })
            return settled()
          },
          fail: () => {
            reject(new Error('no'))
            return settled()
          },
          keep: () => {
            resolve(null)
            return settled()
          },
        })
      }),
  })
  store.receive(POST, 0, { liked: false, likes_count: 4, comments_count: 1 }, 0)
})

test('LIKE-02 shows a like immediately, and then the count from the response', async () => {
  store.toggle(POST, 0)
  expect(item()).toEqual({ liked: true, likes_count: 5, comments_count: 1 })
  await sent[0]?.answer(7)
  expect(item()).toEqual({ liked: true, likes_count: 7, comments_count: 1 })
})

test('LIKE-03 undoes a failed like and shows an error', async () => {
  store.toggle(POST, 0)
  await sent[0]?.fail()
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
  expect(refused).toHaveBeenCalledTimes(1)
})

test('LIKE-01 the last of several quick taps wins, with one request at a time', async () => {
  store.toggle(POST, 0)
  store.toggle(POST, 0)
  store.toggle(POST, 0)
  store.toggle(POST, 0)
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
  expect(sent.map(({ liked }) => liked)).toEqual([true])
  await sent[0]?.answer(5)
  expect(sent.map(({ liked }) => liked)).toEqual([true, false])
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
  await sent[1]?.answer(4)
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
})

test('after a refused request, two taps that cancel out send nothing and show no error', async () => {
  store.toggle(POST, 0)
  store.toggle(POST, 0)
  await sent[0]?.fail()
  expect(sent).toHaveLength(1)
  expect(refused).not.toHaveBeenCalled()
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
})

test('a stale response does not undo a pending or confirmed like', async () => {
  now = 10
  store.toggle(POST, 0)
  store.receive(POST, 0, { liked: false, likes_count: 4, comments_count: 2 }, 5)
  expect(item()).toEqual({ liked: true, likes_count: 5, comments_count: 2 })
  now = 20
  await sent[0]?.answer(5)
  store.receive(POST, 0, { liked: false, likes_count: 4 }, 15)
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
  store.receive(POST, 0, { liked: true, likes_count: 9 }, 21)
  expect(item()).toMatchObject({ liked: true, likes_count: 9 })
})

test('a response that already includes the pending like does not count it twice', () => {
  store.toggle(POST, 0)
  store.receive(POST, 0, { liked: true, likes_count: 5 }, 1)
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
})

test('the response to the later request wins, regardless of arrival order', () => {
  store.receive(POST, 0, { liked: true, likes_count: 8 }, 20)
  store.receive(POST, 0, { liked: false, likes_count: 6 }, 10)
  expect(item()).toMatchObject({ liked: true, likes_count: 8 })
})

test('RT-01 counts live likes by others while an own like is pending', async () => {
  like(6)
  expect(item()).toMatchObject({ liked: false, likes_count: 6 })
  store.toggle(POST, 0)
  like(8)
  expect(item()).toMatchObject({ liked: true, likes_count: 9 })
  await sent[0]?.answer(9)
  // This rollup doesn't include our like yet, so the like is still unconfirmed.
  like(8)
  expect(item()).toMatchObject({ liked: true, likes_count: 9 })
  like(9, [{ user_id: ME, liked: true }])
  expect(item()).toMatchObject({ liked: true, likes_count: 9 })
  like(10)
  expect(item()).toMatchObject({ liked: true, likes_count: 10 })
})

test('an event that arrives before its response is not counted twice', async () => {
  store.toggle(POST, 0)
  like(5, [{ user_id: ME, liked: true }])
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
  await sent[0]?.answer(5)
  like(6)
  expect(item()).toMatchObject({ liked: true, likes_count: 6 })
})

test('late events of a like and its removal change nothing on screen', async () => {
  store.toggle(POST, 0)
  await sent[0]?.answer(5)
  store.toggle(POST, 0)
  await sent[1]?.answer(4)
  like(5, [{ user_id: ME, liked: true }])
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
  like(4, [{ user_id: ME, liked: false }])
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
})

test('shows own likes from other devices', () => {
  like(5, [{ user_id: ME, liked: true }])
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
})

test('stops waiting for a missing event of an own like', async () => {
  store.toggle(POST, 0)
  await sent[0]?.answer(5)
  now = 60_000
  like(5)
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
})

test('counts comments live, and ignores stale responses', () => {
  now = 10
  store.applyComments({ post_id: POST, media_index: 0, comments_count: 3, changes: null })
  store.receive(POST, 0, { comments_count: 1 }, 5)
  expect(item().comments_count).toBe(3)
})

test('C-31 counts the comments on all items in a post live', () => {
  store.receive(POST, 1, { comments_count: 2 }, 0)
  store.receive(POST, 2, { comments_count: 5 }, 0)
  store.receive('other', 0, { comments_count: 7 }, 0)
  expect(store.comments(POST, [0, 1])).toBe(3)
  store.applyComments({ post_id: POST, media_index: 1, comments_count: 4, changes: null })
  expect(store.comments(POST, [0, 1])).toBe(5)
  expect(store.get(POST, 0).comments_count).toBe(1)
  expect(store.comments('unknown', [0])).toBe(0)
})

test('after a gap, refetches counts on screen immediately and others when shown', () => {
  const watched = vi.fn()
  store.onWatch(watched)
  const { unsubscribe: leave } = store.subscribe(POST, 0, () => undefined)
  store.receive('other', 2, { likes_count: 1 }, 0)
  store.applyLikes({ post_id: null })
  expect(watched).toHaveBeenCalled()
  expect(store.takeStale()).toEqual([POST])
  expect(store.takeStale()).toEqual([])
  store.subscribe('other', 2, () => undefined)
  expect(store.takeStale()).toEqual(['other'])
  leave()
  expect(store.isWatched()).toBe(true)
})

test('clears everything for another person, and ignores responses to the previous one', async () => {
  const view = vi.fn()
  store.subscribe(POST, 0, view)
  store.toggle(POST, 0)
  store.forget()
  expect(item()).toEqual({ liked: false, likes_count: 0, comments_count: 0 })
  await sent[0]?.answer(5)
  expect(item()).toEqual({ liked: false, likes_count: 0, comments_count: 0 })
  store.toggle(POST, 0)
  expect(sent).toHaveLength(2)
  expect(item().liked).toBe(true)
})

test('rerenders a component only when its item changes', () => {
  const view = vi.fn()
  store.subscribe(POST, 0, view)
  store.receive(POST, 0, { liked: false, likes_count: 4 }, 1)
  store.receive(POST, 1, { likes_count: 9 }, 1)
  expect(view).not.toHaveBeenCalled()
  like(5)
  expect(view).toHaveBeenCalledTimes(1)
})

test('shows a queued like; the last state wins, and its response counts once', async () => {
  const waiting = (liked: boolean) => showQueued(store, [{ post_id: POST, media_index: 0, liked }])
  store.toggle(POST, 0)
  store.toggle(POST, 0)
  store.toggle(POST, 0)
  // The outbox list may still have an older state while a newer one is being stored.
  waiting(false)
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
  await sent[0]?.keep()
  expect(sent).toHaveLength(1)
  waiting(true)
  store.receive(POST, 0, { liked: false, likes_count: 6 }, 10)
  expect(item()).toMatchObject({ liked: true, likes_count: 7 })
  now = 20
  confirmLike(store.ensureEntry(POST, 0), { liked: true, likes_count: 7 }, now)
  showQueued(store, [])
  expect(item()).toMatchObject({ liked: true, likes_count: 7 })
  like(8, [{ user_id: ME, liked: true }])
  expect(item()).toMatchObject({ liked: true, likes_count: 8 })
})

test('undoes a like that was refused from the outbox', () => {
  showQueued(store, [{ post_id: POST, media_index: 0, liked: true }])
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
  showQueued(store, [])
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
})

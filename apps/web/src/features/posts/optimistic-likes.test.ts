import { beforeEach, expect, test, vi } from 'vitest'
import { type Item, type ItemStore, makeItemStore } from './optimistic-likes.ts'
import { showQueued } from './outbox-likes.ts'

type Sent = {
  liked: boolean
  answer: (likes_count: number) => Promise<void>
  fail: () => Promise<void>
  /** Queues it in the outbox. */
  keep: () => Promise<void>
}

const ME = 'me'
const POST = 'post'
const refused = vi.fn<(item: Item, error: unknown) => void>()
let now = 0
let sent: Sent[] = []
let store: ItemStore

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
const item = () => store.get(POST, 0)
const like = (likes_count: number, changes: { user_id: string; liked: boolean }[] | null = []) =>
  store.applyLikes({ post_id: POST, media_index: 0, likes_count, changes })

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

test('LIKE-02 a like shows at once and the answer has the last word', async () => {
  store.toggle(POST, 0)
  expect(item()).toEqual({ liked: true, likes_count: 5, comments_count: 1 })
  await sent[0]?.answer(7)
  expect(item()).toEqual({ liked: true, likes_count: 7, comments_count: 1 })
})

test('LIKE-03 a like that fails is put back and said', async () => {
  store.toggle(POST, 0)
  await sent[0]?.fail()
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
  expect(refused).toHaveBeenCalledTimes(1)
})

test('LIKE-01 of quick taps the last one counts, one request at a time', async () => {
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

test('two taps that end where they began ask no more when the first is refused, and say nothing', async () => {
  store.toggle(POST, 0)
  store.toggle(POST, 0)
  await sent[0]?.fail()
  expect(sent).toHaveLength(1)
  expect(refused).not.toHaveBeenCalled()
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
})

test('an answer from before does not undo a like under way, nor one that was answered since', async () => {
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

test('an answer that already has the like under way does not count it twice', () => {
  store.toggle(POST, 0)
  store.receive(POST, 0, { liked: true, likes_count: 5 }, 1)
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
})

test('of two answers the one asked for later wins, whichever comes first', () => {
  store.receive(POST, 0, { liked: true, likes_count: 8 }, 20)
  store.receive(POST, 0, { liked: false, likes_count: 6 }, 10)
  expect(item()).toMatchObject({ liked: true, likes_count: 8 })
})

test('RT-01 likes of others are counted as they are heard, also while one of mine is under way', async () => {
  like(6)
  expect(item()).toMatchObject({ liked: false, likes_count: 6 })
  store.toggle(POST, 0)
  like(8)
  expect(item()).toMatchObject({ liked: true, likes_count: 9 })
  await sent[0]?.answer(9)
  // This rollup doesn't include our like, which is still unconfirmed.
  like(8)
  expect(item()).toMatchObject({ liked: true, likes_count: 9 })
  like(9, [{ user_id: ME, liked: true }])
  expect(item()).toMatchObject({ liked: true, likes_count: 9 })
  like(10)
  expect(item()).toMatchObject({ liked: true, likes_count: 10 })
})

test('an event with my like that comes before its answer is not counted twice', async () => {
  store.toggle(POST, 0)
  like(5, [{ user_id: ME, liked: true }])
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
  await sent[0]?.answer(5)
  like(6)
  expect(item()).toMatchObject({ liked: true, likes_count: 6 })
})

test('events of a like and its taking back, heard late, change nothing on screen', async () => {
  store.toggle(POST, 0)
  await sent[0]?.answer(5)
  store.toggle(POST, 0)
  await sent[1]?.answer(4)
  like(5, [{ user_id: ME, liked: true }])
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
  like(4, [{ user_id: ME, liked: false }])
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
})

test('my like on another device shows here', () => {
  like(5, [{ user_id: ME, liked: true }])
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
})

test('an own change that is never heard of is not waited for for ever', async () => {
  store.toggle(POST, 0)
  await sent[0]?.answer(5)
  now = 60_000
  like(5)
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
})

test('comments are counted as they are heard; an older answer does not take them back', () => {
  now = 10
  store.applyComments({ post_id: POST, media_index: 0, comments_count: 3, changes: null })
  store.receive(POST, 0, { comments_count: 1 }, 5)
  expect(item().comments_count).toBe(3)
})

test('C-31 a post counts the comments of the items it has, as they are heard', () => {
  store.receive(POST, 1, { comments_count: 2 }, 0)
  store.receive(POST, 2, { comments_count: 5 }, 0)
  store.receive('other', 0, { comments_count: 7 }, 0)
  expect(store.comments(POST, [0, 1])).toBe(3)
  store.applyComments({ post_id: POST, media_index: 1, comments_count: 4, changes: null })
  expect(store.comments(POST, [0, 1])).toBe(5)
  expect(store.get(POST, 0).comments_count).toBe(1)
  expect(store.comments('unknown', [0])).toBe(0)
})

test('after a gap what is on screen is asked for again, and the rest when it comes on screen', () => {
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

test('for another person nothing is left, and an answer to the first one changes nothing', async () => {
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

test('a view is drawn only when its item changes', () => {
  const view = vi.fn()
  store.subscribe(POST, 0, view)
  store.receive(POST, 0, { liked: false, likes_count: 4 }, 1)
  store.receive(POST, 1, { likes_count: 9 }, 1)
  expect(view).not.toHaveBeenCalled()
  like(5)
  expect(view).toHaveBeenCalledTimes(1)
})

test('a like that waits in the outbox stays shown, the last state wins, and its answer counts once', async () => {
  const waiting = (liked: boolean) => showQueued(store, [{ post_id: POST, media_index: 0, liked }])
  store.toggle(POST, 0)
  store.toggle(POST, 0)
  store.toggle(POST, 0)
  // The outbox list may have an older state while a newer one is being stored.
  waiting(false)
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
  await sent[0]?.keep()
  expect(sent).toHaveLength(1)
  waiting(true)
  store.receive(POST, 0, { liked: false, likes_count: 6 }, 10)
  expect(item()).toMatchObject({ liked: true, likes_count: 7 })
  now = 20
  store.confirm(store.entryOf(POST, 0), { liked: true, likes_count: 7 })
  showQueued(store, [])
  expect(item()).toMatchObject({ liked: true, likes_count: 7 })
  like(8, [{ user_id: ME, liked: true }])
  expect(item()).toMatchObject({ liked: true, likes_count: 8 })
})

test('a like that was refused in the outbox is put back', () => {
  showQueued(store, [{ post_id: POST, media_index: 0, liked: true }])
  expect(item()).toMatchObject({ liked: true, likes_count: 5 })
  showQueued(store, [])
  expect(item()).toMatchObject({ liked: false, likes_count: 4 })
})

import type { Post, PostMedia } from '@nollie/contract'
import { useSelector } from '@tanstack/react-store'
import { useMemo } from 'react'
import { session } from '../../lib/session.ts'
import { sendOrQueueLazily } from '../../lib/outbox/send-or-queue-lazily.ts'
import { type Counts, makeItemStore } from './optimistic-likes.ts'
import { hasPostListeners, onPostWatch } from './post-listeners.ts'
import { LIKE, sayLikeFailed, sendLike } from './send-like.ts'

/** The only store of likes and counts in this tab. */
export const items = makeItemStore({
  userId: () => session.get().user?.user_id ?? null,
  send: (item, liked) => {
    const payload = { ...item, liked }
    const target = `${item.post_id}.${item.media_index}`
    return sendOrQueueLazily({ kind: LIKE, target, payload, isLastState: true }, () => sendLike(item, liked))
  },
  refused: sayLikeFailed,
  now: () => performance.now(),
})

/** The current time (ms of `performance.now()`). Take it before a request and pass it with the response. */
export const requestTime = (): number => performance.now()

/** The request time of data that came with the page. */
export const AT_PAGE_START = 0

/** Stores likes and counts of the posts in a response; `requestedAt` is the {@link requestTime} of its request. */
export function receivePosts(posts: readonly Post[], requestedAt: number = requestTime()): void {
  for (const { id, media, words } of posts) {
    if (words) items.receive(id, 0, words, requestedAt)
    for (const item of media) items.receive(id, item.media_index, item, requestedAt)
  }
}

/** Stores likes and counts of one item; missing ones stay unchanged. */
export const receiveItem = (
  post_id: string,
  media_index: number,
  counts: Partial<Counts>,
  requestedAt: number = requestTime(),
): void => items.receive(post_id, media_index, counts, requestedAt)

/** The live likes and counts of one item. */
export function useItem(post_id: string, media_index: number): Counts {
  const item = useMemo(
    () => ({
      get: () => items.get(post_id, media_index),
      subscribe: (changed: (counts: Counts) => void) => items.subscribe(post_id, media_index, changed),
    }),
    [post_id, media_index],
  )
  return useSelector(item)
}

/** The items of a post in order; a text post has one item without media. */
export const listItems = (post: Post): readonly (Pick<PostMedia, 'media_index'> & Partial<PostMedia>)[] =>
  post.media.length > 0 ? post.media : [{ media_index: 0 }]

/** The live number of comments on all items of a post, as shown on its card (C-31). */
export function useComments(post: Post): number {
  const comments = useMemo(() => {
    const indexes = listItems(post).map(({ media_index }) => media_index)
    const get = () => items.comments(post.id, indexes)
    return {
      get,
      subscribe(changed: (count: number) => void) {
        const subscriptions = indexes.map((at) => items.subscribe(post.id, at, () => changed(get())))
        return {
          unsubscribe() {
            for (const { unsubscribe } of subscriptions) unsubscribe()
          },
        }
      },
    }
  }, [post])
  return useSelector(comments)
}

/**
 * Likes an item, or removes the like, with an optimistic update. On failure, the change is undone and a toast is shown.
 * The last of several quick taps wins.
 */
export const toggleLike = (post_id: string, media_index: number): void => items.toggle(post_id, media_index)

// The live stream is loaded after the first paint, and stays connected while posts are on screen.
let live: Promise<() => void> | null = null
let timer: ReturnType<typeof setTimeout> | undefined

const isWanted = () => session.get().status === 'signed-in' && (items.isWatched() || hasPostListeners())

function check(): void {
  timer = undefined
  if (isWanted())
    live ??= import('./live-posts.ts').then(({ watchPosts }) =>
      watchPosts({ items, receivePosts, requestTime }),
    )
  else if (live) {
    void live.then((stop) => stop()).catch(() => undefined)
    live = null
  }
  live?.catch(() => {
    live = null
  })
}
const scheduleCheck = () => {
  timer ??= setTimeout(check)
}
items.onWatch(scheduleCheck)
onPostWatch(scheduleCheck)
session.onEvent((event) => {
  if (event !== 'signed_in' && event !== 'signed_out') return
  items.forget()
  scheduleCheck()
})

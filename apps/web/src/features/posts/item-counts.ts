import type { Post, PostMedia } from '@nollie/contract'
import { useSelector } from '@tanstack/react-store'
import { useMemo } from 'react'
import { session } from '../../lib/session.ts'
import { sendOrQueueLazily } from '../../lib/outbox/send-or-queue-lazily.ts'
import type { Counts } from './item-entry.ts'
import { makeItemStore } from './optimistic-likes.ts'
import { hasPostListeners, onPostWatch } from './post-listeners.ts'
import { LIKE, showLikeFailed, sendLike } from './send-like.ts'

/** This tab's only store for likes and counts. */
export const items = makeItemStore({
  userId: () => session.get().user?.user_id ?? null,
  send: (item, liked) => {
    const payload = { ...item, liked }
    const target = `${item.post_id}.${item.media_index}`
    return sendOrQueueLazily({ kind: LIKE, target, payload, isLastState: true }, () => sendLike(item, liked))
  },
  refused: showLikeFailed,
  now: () => performance.now(),
})

/**
 * Returns the current time (`performance.now()`). Call this before a request, and pass the result along with the
 * response.
 */
export function requestTime(): number {
  return performance.now()
}

/** The request time for data that was part of the page itself. */
export const AT_PAGE_START = 0

/** Stores the likes and counts from a response with posts; `requestedAt` is the request's {@link requestTime}. */
export function receivePosts(posts: readonly Post[], requestedAt: number = requestTime()): void {
  for (const { id, media, words } of posts) {
    if (words) items.receive(id, 0, words, requestedAt)
    for (const item of media) items.receive(id, item.media_index, item, requestedAt)
  }
}

/** Stores an item's likes and counts. Values that are missing remain unchanged. */
export function receiveItem(
  post_id: string,
  media_index: number,
  counts: Partial<Counts>,
  requestedAt: number = requestTime(),
): void {
  return items.receive(post_id, media_index, counts, requestedAt)
}

/** Returns an item's live likes and counts. */
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

/** Returns a post's items in order. A text post has one item without media. */
export function listItems(post: Post): readonly (Pick<PostMedia, 'media_index'> & Partial<PostMedia>)[] {
  return post.media.length > 0 ? post.media : [{ media_index: 0 }]
}

/** Returns the live number of comments on all of a post's items, as shown on its card (C-31). */
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
 * Likes or unlikes an item with an optimistic update. If this fails, the change is undone and a toast is shown. After
 * several quick taps, the last one wins.
 */
export function toggleLike(post_id: string, media_index: number): void {
  return items.toggle(post_id, media_index)
}

// The live stream loads after the first paint and stays connected while posts are on screen.
let live: Promise<() => void> | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function isWanted() {
  return session.get().status === 'signed-in' && (items.isWatched() || hasPostListeners())
}

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

function scheduleCheck() {
  timer ??= setTimeout(check)
}

items.onWatch(scheduleCheck)
onPostWatch(scheduleCheck)
session.onEvent((event) => {
  if (event !== 'signed_in' && event !== 'signed_out') return
  items.forget()
  scheduleCheck()
})

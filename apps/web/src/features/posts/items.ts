import type { Post, PostMedia } from '@nollie/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { type Item, makeItemStore, type Counts } from './item-store.ts'
import { publishPost, hasPostListeners, onPostWatch } from './post-changes.ts'

function refused({ post_id }: Item, error: unknown): void {
  if (error instanceof ApiError && error.code === 'POST_NOT_FOUND')
    publishPost({ kind: 'deleted', post_id, spot_id: null })
  const isEnded = error instanceof ApiError && error.status === 401
  const description = isEnded ? m.posts_like_anonymous() : m.posts_like_failed()
  toast({ kind: 'error', title: m.posts_error(), description })
}

/** The one store of likes and counts in this tab. */
export const items = makeItemStore({
  userId: () => session.get().user?.user_id ?? null,
  send: (item, liked) =>
    call(`${liked ? 'PUT' : 'DELETE'} /api/posts/:post_id/media/:media_index/like`, {
      params: { ...item, media_index: String(item.media_index) },
    }),
  refused,
  now: () => performance.now(),
})

/** The moment a request is sent, for `learnPosts` and `learnItem`: what becomes known after it stays. */
export const requestTime = (): number => performance.now()

/** The same for what the page itself brought. */
export const AT_PAGE_START = 0

/** Stores likes and counts of the posts of an answer; `requestedAt` is when it was requested ({@link requestTime}). */
export function receivePosts(posts: readonly Post[], requestedAt: number = requestTime()): void {
  for (const { id, media, words } of posts) {
    if (words) items.receive(id, 0, words, requestedAt)
    for (const item of media) items.receive(id, item.media_index, item, requestedAt)
  }
}

/** The same for one item, of which an answer may know only some figures. */
export const receiveItem = (
  post_id: string,
  media_index: number,
  counts: Partial<Counts>,
  requestedAt: number = requestTime(),
): void => items.receive(post_id, media_index, counts, requestedAt)

/** Likes and counts of one item, live; draws the screen again when they change. */
export function useItem(post_id: string, media_index: number): Counts {
  const subscribe = useCallback(
    (view: () => void) => items.subscribe(post_id, media_index, view),
    [post_id, media_index],
  )
  const read = () => items.get(post_id, media_index)
  return useSyncExternalStore(subscribe, read, read)
}

/** The items of a post as screens go through them: a text post has one without media. */
export const itemsOf = (post: Post): readonly (Pick<PostMedia, 'media_index'> & Partial<PostMedia>)[] =>
  post.media.length > 0 ? post.media : [{ media_index: 0 }]

/** How many comments all items of a post have together, live: what a card says (C-31). */
export function useComments(post: Post): number {
  const subscribe = useCallback(
    (view: () => void) => {
      const stops = itemsOf(post).map(({ media_index }) => items.subscribe(post.id, media_index, view))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [post],
  )
  return useSyncExternalStore(subscribe, () =>
    items.comments(
      post.id,
      itemsOf(post).map(({ media_index }) => media_index),
    ),
  )
}

/**
 * Likes an item, or takes the like back: at once on screen, then on the server. When that fails it is put back and a
 * toast says so. Of quick taps the last one counts.
 */
export const toggleLike = (post_id: string, media_index: number): void => items.toggle(post_id, media_index)

// The live stream comes after the first paint and stays while anything of posts is on screen.
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

import type { Post, PostEvent } from '@nollie/contract'
import { createAtom } from '@tanstack/react-store'

/**
 * A post was created, changed, deleted, or refetched. `gap` means that events may have been missed, so posts loaded
 * before `since` (a `performance.now()` time) may be stale.
 */
export type PostChange =
  | PostEvent
  | { kind: 'loaded'; post_id: string; spot_id: string | null; post: Post }
  | { kind: 'gap'; since: number }

const listeners = new Set<(change: PostChange) => void>()
const count = createAtom(0)

/** Subscribes to all post changes, which arrive within about a second. Returns a cleanup function. */
export function onPostChange(listener: (change: PostChange) => void): () => void {
  listeners.add(listener)
  count.set(listeners.size)
  return () => {
    listeners.delete(listener)
    count.set(listeners.size)
  }
}

/** Publishes a change to all subscribers. This includes changes made in, or detected by, this tab. */
export function publishPost(change: PostChange): void {
  for (const listener of Array.from(listeners)) listener(change)
}

/** Publishes a post that was refetched. */
export function publishLoaded(post: Post): void {
  return publishPost({ kind: 'loaded', post_id: post.id, spot_id: post.spot_id, post })
}

/** Whether there are subscribers. */
export function hasPostListeners(): boolean {
  return count.get() > 0
}

/** Calls the watcher when subscribers are added or removed. */
export function onPostWatch(watcher: () => void): void {
  return void count.subscribe(watcher)
}

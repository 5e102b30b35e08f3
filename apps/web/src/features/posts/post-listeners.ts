import type { Post, PostEvent } from '@nollie/contract'
import { createAtom } from '@tanstack/react-store'

/**
 * A post was created, changed, deleted or refetched. `gap`: events may have been missed, so posts loaded before `since`
 * (ms of `performance.now()`) may be stale.
 */
export type PostChange =
  | PostEvent
  | { kind: 'loaded'; post_id: string; spot_id: string | null; post: Post }
  | { kind: 'gap'; since: number }

const listeners = new Set<(change: PostChange) => void>()
const count = createAtom(0)

/** Subscribes to all changes of posts, which arrive within about one second. Returns the clean-up. */
export function onPostChange(listener: (change: PostChange) => void): () => void {
  listeners.add(listener)
  count.set(listeners.size)
  return () => {
    listeners.delete(listener)
    count.set(listeners.size)
  }
}

/** Publishes a change to all subscribers, including changes made or noticed by this tab itself. */
export function publishPost(change: PostChange): void {
  for (const listener of [...listeners]) listener(change)
}

/** Publishes a post that was refetched. */
export const publishLoaded = (post: Post): void =>
  publishPost({ kind: 'loaded', post_id: post.id, spot_id: post.spot_id, post })

/** Whether there are subscribers. */
export const hasPostListeners = (): boolean => count.get() > 0

/** Calls back when subscribers are added or removed. */
export const onPostWatch = (watcher: () => void): void => void count.subscribe(watcher)

import type { Post, PostEvent } from '@nollie/contract'

/**
 * A post came, changed or went; was loaded again, as it is now; or (`gap`) any of that may have been missed by what was
 * loaded before the moment `since` (of `performance.now()`).
 */
export type PostChange =
  | PostEvent
  | { kind: 'loaded'; post_id: string; spot_id: string | null; post: Post }
  | { kind: 'gap'; since: number }

const listeners = new Set<(change: PostChange) => void>()
const watchers = new Set<() => void>()

/** Subscribes to every change of a post by anybody, within about a second. Returns the clean-up. */
export function onPostChange(listener: (change: PostChange) => void): () => void {
  listeners.add(listener)
  for (const watcher of watchers) watcher()
  return () => {
    listeners.delete(listener)
    for (const watcher of watchers) watcher()
  }
}

/** Publishes to all subscribers; also for what this tab did or found out itself. */
export function publishPost(change: PostChange): void {
  for (const listener of [...listeners]) listener(change)
}

/** Publishes a post that was loaded again, as it is now. */
export const publishLoaded = (post: Post): void =>
  publishPost({ kind: 'loaded', post_id: post.id, spot_id: post.spot_id, post })

/** Whether anybody listens. */
export const hasPostListeners = (): boolean => listeners.size > 0

/** Calls back when subscribers come and go. */
export function onPostWatch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

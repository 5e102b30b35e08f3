import type { PostEvent } from '@nollie/contract'

/** A post came, changed or went, or (`gap`) any of that may have been missed. */
export type PostChange = PostEvent | { kind: 'gap' }

const listeners = new Set<(change: PostChange) => void>()
const watchers = new Set<() => void>()

/** Tells of every change of a post by anybody, within about a second. Gives the undo. */
export function onPostChange(listener: (change: PostChange) => void): () => void {
  listeners.add(listener)
  for (const watcher of watchers) watcher()
  return () => {
    listeners.delete(listener)
    for (const watcher of watchers) watcher()
  }
}

/** Tells everybody who listens; also for what this tab did or found out itself. */
export function announcePost(change: PostChange): void {
  for (const listener of [...listeners]) listener(change)
}

/** Whether anybody listens. */
export const isPostHeard = (): boolean => listeners.size > 0

/** Tells when listeners come and go. */
export function onPostWatch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

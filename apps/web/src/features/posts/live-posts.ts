import type { Post, PostEvent } from '@nollie/contract'
import { ApiError, call } from '../../lib/api.ts'
import { listen } from '../../lib/live.ts'
import type { ItemStore } from './optimistic-likes.ts'
import { publishLoaded, publishPost } from './post-listeners.ts'

type Store = {
  items: ItemStore
  receivePosts: (posts: readonly Post[], requestedAt: number) => void
  requestTime: () => number
}

/** The maximum number of stale posts to request at the same time. */
const BATCH_MAX = 4

/** Updates likes, counts, and posts while any are on screen. Returns a cleanup function. */
export function watchPosts({ items, receivePosts, requestTime }: Store): () => void {
  const loadAgain = async (post_id: string): Promise<void> => {
    const requestedAt = requestTime()
    try {
      const post = await call('GET /api/posts/:post_id', { params: { post_id } })
      receivePosts([post], requestedAt)
      publishLoaded(post)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'POST_NOT_FOUND')
        publishPost({ kind: 'deleted', post_id, spot_id: null })
    }
  }

  let running = false
  // The loop also picks up posts that appear on screen or become stale while it runs.
  const loadStale = async (): Promise<void> => {
    if (running) return
    running = true
    for (let ids = items.takeStale(); ids.length > 0; ids = items.takeStale())
      for (let from = 0; from < ids.length; from += BATCH_MAX)
        await Promise.all(ids.slice(from, from + BATCH_MAX).map(loadAgain))
    running = false
  }

  const onPost = (event: PostEvent) => {
    publishPost(event)
    if (event.kind === 'many') items.markStale()
  }
  const begun = (since: number) => publishPost({ kind: 'gap', since })
  const gap = () => begun(Number.POSITIVE_INFINITY)
  const watch = items.onWatch(() => void loadStale())
  const stops = [
    listen('post', { message: onPost, gap, begun, isLate: true }),
    listen('like', {
      message: (event) => items.applyLikes(event),
      gap: () => items.markStale(),
      begun: items.markStale,
      isLate: true,
    }),
    listen('comment', { message: (event) => items.applyComments(event), isLate: true }),
  ]
  return () => {
    watch.unsubscribe()
    for (const stop of stops) stop()
  }
}

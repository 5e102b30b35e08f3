import type { Post } from '@nollie/contract'
import type { QueryClient } from '@tanstack/react-query'
import { watchSpots } from './live/live-feed-spots.ts'
import { watchPull } from './live/pull-to-refresh.ts'

/**
 * Starts the parts of a feed that its first screen doesn't need: spot status changes, and pulling down to show new
 * posts. `current` returns how to read the feed's posts and show newer ones. Returns a cleanup function.
 */
export function startLateFeed(
  client: QueryClient,
  isAtTop: () => boolean,
  current: () => { posts: () => readonly Post[]; showNewer: () => Promise<void> },
): () => void {
  const refresh = async () => {
    const { posts, showNewer } = current()
    const before = new Set(posts().map(({ id }) => id))
    await showNewer()
    return posts().filter(({ id }) => !before.has(id)).length
  }
  const stops = [watchSpots(client, isAtTop), watchPull(refresh)]
  return () => {
    for (const stop of stops) stop()
  }
}

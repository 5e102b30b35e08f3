import type { Post } from '@nollie/contract'
import type { QueryClient } from '@tanstack/react-query'
import { feedKeys } from '../../lib/keys/feed.ts'
import { offerUnchecked } from '../map/index.ts'
import { watchSpots } from './live/live-feed-spots.ts'
import { watchPull } from './live/pull-to-refresh.ts'

/** Loads the feed on screen if it has no posts yet. Returns whether it did. @throws if that fails */
async function loadMissing(client: QueryClient): Promise<boolean> {
  const [query] = client.getQueryCache().findAll({ queryKey: feedKeys.all, type: 'active' })
  if (!query || query.state.data !== undefined) return false
  const options = { throwOnError: true, cancelRefetch: false }
  await client.refetchQueries({ queryKey: query.queryKey, exact: true }, options)
  // Without a connection, the request would only wait.
  if (query.state.data === undefined) throw new Error('The feed is not loaded')
  return true
}

/**
 * Starts the parts of a feed that its first screen doesn't need: spot status changes, pulling down to show new posts,
 * and the question about nearby spots. `current` returns the functions that read the feed's posts and show newer ones.
 * Returns a cleanup function.
 */
export function startLateFeed(
  client: QueryClient,
  isAtTop: () => boolean,
  current: () => { posts: () => readonly Post[]; showNewer: () => Promise<void> },
): () => void {
  const refresh = async () => {
    if (await loadMissing(client)) return 0
    const { posts, showNewer } = current()
    const before = new Set(posts().map(({ id }) => id))
    await showNewer()
    return posts().filter(({ id }) => !before.has(id)).length
  }
  offerUnchecked()
  const stops = [watchSpots(client, isAtTop), watchPull(refresh)]
  return () => {
    for (const stop of stops) stop()
  }
}

import type { QueryClient } from '@tanstack/react-query'
import { watchSpots } from './live/live-feed-spots.ts'
import { watchPull } from './pull-to-refresh.ts'

/**
 * Starts the parts of a feed that its first screen doesn't need: spot status changes, and pulling down to show new
 * posts. `refresh` returns how many posts were new. Returns a cleanup function.
 */
export function startLateFeed(
  client: QueryClient,
  isAtTop: () => boolean,
  refresh: () => Promise<number>,
): () => void {
  const stops = [watchSpots(client, isAtTop), watchPull(refresh)]
  return () => {
    for (const stop of stops) stop()
  }
}

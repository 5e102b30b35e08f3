import { LIMITS } from '@nollie/contract/limits'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { makeDebounced } from '../../../lib/debounce.ts'
import { feedKeys } from '../../../lib/keys/feed.ts'
import { listen } from '../../../lib/live.ts'
import { isOlder, isUnderway, loadInto, patchQueries } from '../../../lib/query-patch.ts'
import { feedQuery } from '../../posts/index.ts'
import { type Feed, listPosts } from '../feed-cache.ts'
import { hasSpot, withChanges, withoutChange, withSpot } from '../feed-spots-cache.ts'

const FEEDS = { queryKey: feedKeys.all }
/** The key of the only feed that shows spot status changes between its posts. */
const { queryKey: ALL } = feedQuery('all')
/** Changes within this time (ms) share one request. */
const COALESCE_MS = 250

/**
 * Updates the feeds when spots change. Inserts new status cards only while `isAtTop`, so that nothing moves while
 * someone is reading. Returns a cleanup function.
 */
export function watchSpots(client: QueryClient, isAtTop: () => boolean): () => void {
  const change = (patch: (feed: Feed) => Feed) => patchQueries(client, FEEDS, patch)
  const isShown = (spot_id: string) =>
    isUnderway(client, FEEDS) || client.getQueriesData<Feed>(FEEDS).some(([, feed]) => hasSpot(feed, spot_id))
  let due: { isReload: boolean } | null = null
  const load = async () => {
    if (!due || !isAtTop() || listPosts(client.getQueryData(ALL)).length === 0) return
    const { isReload } = due
    due = null
    try {
      await loadInto(
        client,
        ALL,
        () => call('GET /api/posts/changes'),
        (feed, { items }) => withChanges(feed, items, { max: LIMITS.feed_spot_changes, isReload }),
      )
    } catch {
      // The next event, or returning to the top, triggers another attempt.
      due = { isReload: true }
    }
  }
  const { trigger, stop } = makeDebounced(load, COALESCE_MS)
  const scheduleLoad = (isReload: boolean) => {
    due = { isReload: isReload || due?.isReload === true }
    trigger()
  }
  const atTop = () => due && isAtTop() && trigger()
  addEventListener('scroll', atTop, { passive: true })
  const unlisten = listen('spot', {
    message: (event) => {
      if (event.kind === 'many') return scheduleLoad(true)
      const { kind, spot_id } = event
      if (kind === 'deleted') return change((feed) => withoutChange(feed, spot_id))
      if (event.stands_anew) scheduleLoad(false)
      if (kind === 'updated' && isShown(spot_id))
        call('GET /api/spots/:spot_id/card', { params: { spot_id } }).then(
          (spot) => change((feed) => withSpot(feed, spot)),
          () => undefined,
        )
    },
    // The feed itself reloads posts after a gap in the events.
    gap: () => scheduleLoad(true),
    begun: (since) => isOlder(client, { queryKey: ALL }, since) && scheduleLoad(true),
  })
  return () => {
    removeEventListener('scroll', atTop)
    stop()
    unlisten()
  }
}

import type { Post } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { makeDebounced } from '../../../lib/debounce.ts'
import { isOlder, isUnderway, patchQueries } from '../../../lib/query-patch.ts'
import { session } from '../../../lib/session.ts'
import { type FeedFilter, onPostChange, type PostChange, postQuery } from '../../posts/index.ts'
import { type Feed, isOwnNew, withoutPosts, withPost } from '../feed-cache.ts'
import { FEEDS, isAtTop, noteTop, useNewerPosts } from './use-newer-posts.ts'

/** Posts that arrive within this time (ms) are counted together. */
const COALESCE_MS = 150

/** How long (ms) to wait before starting the parts whose code isn't part of the first screen. */
const LATER_MS = 4_000

// Applies changes to posts to the feeds, and counts newer posts.
function usePostChanges({ posts, count, noteOwn }: ReturnType<typeof useNewerPosts>): void {
  const client = useQueryClient()
  const change = (patch: (feed: Feed) => Feed) => patchQueries(client, FEEDS, patch)

  const load = async (post_id: string) => {
    if (!isUnderway(client, FEEDS) && !posts().some(({ id }) => id === post_id)) return
    const post = await client.fetchQuery({ ...postQuery(post_id), staleTime: 0 })
    change((feed) => withPost(feed, post))
  }
  const onChange = useEffectEvent((event: PostChange, recount: () => void) => {
    if (event.kind === 'loaded') return change((feed) => withPost(feed, event.post))
    if (event.kind === 'updated') return void load(event.post_id).catch(() => undefined)
    if (event.kind === 'deleted') {
      const isGone = ({ id, spot_id }: Post) =>
        event.post_id === null ? spot_id === event.spot_id : id === event.post_id
      change((feed) => withoutPosts(feed, isGone))
    }
    if (isOwnNew(event, session.get().user?.user_id, posts())) noteOwn()
    if (event.kind !== 'gap' || isOlder(client, FEEDS, event.since)) recount()
  })
  const countNow = useEffectEvent(count)
  useEffect(() => {
    const { trigger, stop } = makeDebounced(() => countNow(), COALESCE_MS)
    const unwatch = onPostChange((event) => onChange(event, trigger))
    return () => {
      stop()
      unwatch()
    }
  }, [])
}

// Starts the parts whose code loads after the first screen.
function useLateFeed(filter: FeedFilter, { posts, showNewer }: ReturnType<typeof useNewerPosts>): void {
  const client = useQueryClient()
  const current = useEffectEvent(() => ({ posts, showNewer }))
  // The other feed has no status cards, so nothing shifts there.
  const mayShift = useEffectEvent(() => filter !== 'all' || isAtTop())
  useEffect(() => {
    let left = false
    let stop: (() => void) | undefined
    // Until then, the stream stores events for components that subscribe while the page starts.
    const later = setTimeout(() => {
      import('../late-feed.ts').then(
        ({ startLateFeed }) => {
          if (!left)
            stop = startLateFeed(
              client,
              () => mayShift(),
              () => current(),
            )
        },
        () => undefined,
      )
    }, LATER_MS)
    return () => {
      noteTop()
      left = true
      clearTimeout(later)
      stop?.()
    }
  }, [client])
}

/** Updates the feeds as posts change. Returns the number of new posts, and a function that shows them. */
export function useLiveFeed(
  filter: FeedFilter,
  isLoaded: boolean,
): { newer: number; showNewer: () => Promise<void> } {
  const newest = useNewerPosts(filter, isLoaded)
  usePostChanges(newest)
  useLateFeed(filter, newest)
  return newest
}

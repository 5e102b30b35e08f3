import type { Post } from '@nollie/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { feedKeys } from '../../../lib/keys/feed.ts'
import { isJustPreloaded, loadInto } from '../../../lib/query-patch.ts'
import { countNewer, type FeedFilter, feedQuery, receivePosts, requestTime } from '../../posts/index.ts'
import { listPosts, withNewest } from '../feed-cache.ts'

/** The distance (px) from the top within which the list may move. */
const AT_TOP_PX = 10

/** All filters' feeds. */
export const FEEDS = { queryKey: feedKeys.all }

export function isAtTop(): boolean {
  return scrollY < AT_TOP_PX
}

// Whether the feed was closed at the top. On returning to the top, newer posts are shown immediately.
let wasLeftAtTop = true

async function loadNewest(client: QueryClient, filter: FeedFilter): Promise<void> {
  const load = async () => {
    const requestedAt = requestTime()
    const newest = await call('GET /api/posts', { query: { filter } })
    receivePosts(newest.items, requestedAt)
    return newest
  }
  await loadInto(client, feedQuery(filter).queryKey, load, withNewest)
}

/** Notes where the feed was when it was closed. */
export function noteTop(): void {
  wasLeftAtTop = isAtTop()
}

/** Counts the posts that are newer than a feed's list, and shows them. */
export function useNewerPosts(filter: FeedFilter, isLoaded: boolean) {
  const client = useQueryClient()
  const { queryKey } = feedQuery(filter)
  const [newer, setNewer] = useState(0)
  // Whether the person hasn't seen the list yet, so that newer posts don't shift anything.
  const quiet = useRef(wasLeftAtTop)
  // Whether changes were missed: while the feed was loading, or while another screen was open and it was in the cache.
  const isMissed = useRef(isLoaded && !isJustPreloaded(client, queryKey))
  // Whether to show new posts immediately because the person's own post is among them.
  const own = useRef(false)

  const posts = (): Post[] => listPosts(client.getQueryData(queryKey))

  const showNewer = async (): Promise<void> => {
    await loadNewest(client, filter)
    setNewer(0)
  }

  const count = async (): Promise<void> => {
    isMissed.current = !client.getQueryData(queryKey)
    if (isMissed.current) return
    const top = posts()[0]
    // Nothing shifts when the list is scrolled to the top.
    if (!top) return void client.invalidateQueries({ queryKey })
    const newer = await countNewer(top.id, filter)
    const mayMove = own.current || (quiet.current && isAtTop())
    quiet.current = false
    own.current = false
    if (newer > 0 && mayMove) await showNewer()
    else setNewer(newer)
  }

  const before = useRef(filter)
  const catchUp = useEffectEvent(() => {
    if (before.current !== filter) {
      // Each filter has its own new posts, and switching starts at the top.
      before.current = filter
      quiet.current = true
      setNewer(0)
    } else if (!isLoaded) return
    else if (!isMissed.current) {
      quiet.current = false
      return
    }
    void count().catch(() => undefined)
  })
  useEffect(() => catchUp(), [filter, isLoaded])
  return {
    newer,
    posts,
    showNewer,
    count,
    /** Shows new posts immediately at the next count, because the person's own post is among them. */
    noteOwn: () => void (own.current = true),
  }
}

import type { Post } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { isJustPreloaded, isOlder, isUnderway, loadInto, patchQueries } from '../../../lib/query-patch.ts'
import { session } from '../../../lib/session.ts'
import { makeDebounced } from '../../../lib/debounce.ts'
import { feedKeys } from '../../../lib/keys/feed.ts'
import {
  requestTime,
  countNewer,
  type FeedFilter,
  feedQuery,
  receivePosts,
  onPostChange,
  type PostChange,
  postQuery,
} from '../../posts/index.ts'
import { type Feed, isOwnNew, listPosts, withNewest, withoutPosts, withPost } from '../feed-cache.ts'

/** Posts that arrive within this time (ms) are counted together. */
const COALESCE_MS = 150
/** The distance (px) from the top within which the list may move. */
const AT_TOP_PX = 10

/** How long (ms) to wait before starting the parts whose code isn't part of the first screen. */
const LATER_MS = 4_000

const FEEDS = { queryKey: feedKeys.all }

function feedKey(filter: FeedFilter) {
  return feedQuery(filter).queryKey
}

// The scroll position (px) when the feed was closed. On returning to the top, newer posts are shown immediately.
let leftAt = 0

/** Updates the feeds as posts change. Returns the number of new posts, and a function that shows them. */
export function useLiveFeed(
  filter: FeedFilter,
  isLoaded: boolean,
): { newer: number; showNewer: () => Promise<void> } {
  const client = useQueryClient()
  const [newer, setNewer] = useState(0)
  const quiet = useRef(leftAt < AT_TOP_PX)
  // Whether a change arrived while the feed was loading.
  const isMissed = useRef(false)
  // Whether to show new posts immediately because the person's own post is among them.
  const own = useRef(false)

  const change = useCallback((patch: (feed: Feed) => Feed) => patchQueries(client, FEEDS, patch), [client])
  const posts = () => listPosts(client.getQueryData(feedKey(filter)))
  const mayShow = (is: (post: Post) => boolean) => isUnderway(client, FEEDS) || posts().some(is)

  const showNewer = async () => {
    const load = async () => {
      const requestedAt = requestTime()
      const newest = await call('GET /api/posts', { query: { filter } })
      receivePosts(newest.items, requestedAt)
      return newest
    }
    await loadInto(client, feedKey(filter), load, withNewest)
    setNewer(0)
  }

  const count = useEffectEvent(async () => {
    isMissed.current = !client.getQueryData(feedKey(filter))
    if (isMissed.current) return
    const top = posts()[0]
    // Nothing shifts when the list is scrolled to the top.
    if (!top) return void client.invalidateQueries({ queryKey: feedKey(filter) })
    const newer = await countNewer(top.id, filter)
    const unseen = quiet.current
    quiet.current = false
    const shared = own.current
    own.current = false
    if (newer > 0 && (shared || (unseen && scrollY < AT_TOP_PX))) await showNewer()
    else setNewer(newer)
  })

  const load = useEffectEvent(async (post_id: string) => {
    if (!mayShow(({ id }) => id === post_id)) return
    const post = await client.fetchQuery({ ...postQuery(post_id), staleTime: 0 })
    change((feed) => withPost(feed, post))
  })

  const onChange = useEffectEvent((event: PostChange, recount: () => void) => {
    if (event.kind === 'loaded') return change((feed) => withPost(feed, event.post))
    if (event.kind === 'updated') return void load(event.post_id).catch(() => undefined)
    if (event.kind === 'deleted') {
      const isGone = ({ id, spot_id }: Post) =>
        event.post_id === null ? spot_id === event.spot_id : id === event.post_id
      change((feed) => withoutPosts(feed, isGone))
    }
    if (isOwnNew(event, session.get().user?.user_id, posts())) own.current = true
    if (event.kind !== 'gap' || isOlder(client, FEEDS, event.since)) recount()
  })

  useEffect(() => {
    const { trigger, stop } = makeDebounced(() => count(), COALESCE_MS)
    const unwatch = onPostChange((event) => onChange(event, trigger))
    return () => {
      stop()
      unwatch()
    }
  }, [])

  const current = useEffectEvent(() => ({ posts, showNewer }))
  // The other feed has no status cards, so nothing shifts there.
  const isAtTop = useEffectEvent(() => filter !== 'all' || scrollY < AT_TOP_PX)
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
              () => isAtTop(),
              () => current(),
            )
        },
        () => undefined,
      )
    }, LATER_MS)
    return () => {
      left = true
      clearTimeout(later)
      stop?.()
    }
  }, [client])

  // Changes made while another screen was open were missed, unless the feed has only just loaded.
  const [wasLoaded] = useState(() => isLoaded && !isJustPreloaded(client, feedKey(filter)))
  const isBack = useRef(wasLoaded)
  useEffect(() => {
    if (!isLoaded) return
    if (isMissed.current || isBack.current) void count().catch(() => undefined)
    else quiet.current = false
    isBack.current = false
  }, [isLoaded])

  // Each filter has its own new posts, and switching starts at the top.
  const before = useRef(filter)
  useEffect(() => {
    if (before.current === filter) return
    before.current = filter
    quiet.current = true
    setNewer(0)
    void count().catch(() => undefined)
  }, [filter])
  useEffect(
    () => () => {
      leftAt = scrollY
    },
    [],
  )
  return { newer, showNewer }
}

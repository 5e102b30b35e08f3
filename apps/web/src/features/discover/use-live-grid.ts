import type { DiscoverItem } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { listen } from '../../lib/live.ts'
import type { News } from '../../lib/newest-first.ts'
import { announceLoaded, onPostChange, type PostChange } from '../posts/index.ts'
import { discoverQuery, loadPage } from './discover-requests.ts'
import { type Grid, grid, withPost } from './grid-cache.ts'

/** Several posts within this are looked for once, in ms. */
const COALESCE_MS = 800
/** Closer to the top than this, in px, nobody is in the middle of looking. */
const AT_TOP_PX = 10

const { queryKey } = discoverQuery

const NO_NEWS: News = { count: 0, more: false }

/** Keeps the grid true by what is heard of posts. Gives how many items are new, and what shows them. */
export function useLiveGrid(isLoaded: boolean): { news: News; showNews: () => Promise<void> } {
  const client = useQueryClient()
  const [news, setNews] = useState(NO_NEWS)
  // Who has just come finds the newest there; later on nothing moves under their hands.
  const quiet = useRef(true)
  const owed = useRef(false)

  const change = (patch: (list: Grid) => Grid) =>
    client.setQueryData<Grid>(queryKey, (list) => list && patch(list))
  const items = () => grid.itemsOf(client.getQueryData<Grid>(queryKey))
  const drop = (isGone: (item: DiscoverItem) => boolean) => change((list) => grid.without(list, isGone))

  const showNews = async () => {
    const newest = await loadPage()
    change((list) => grid.withNewest(list, newest))
    setNews(NO_NEWS)
  }

  const look = useEffectEvent(async () => {
    const before = client.getQueryData<Grid>(queryKey)
    owed.current = !before
    if (!before) return
    const newest = await loadPage()
    change((list) => grid.withoutMissed(list, newest))
    const isFirst = quiet.current && scrollY < AT_TOP_PX
    quiet.current = false
    if (!isFirst && items().length > 0) return setNews(grid.newsIn(before, newest))
    change((list) => grid.withNewest(list, newest))
    setNews(NO_NEWS)
  })

  const hear = useEffectEvent((heard: PostChange, lookSoon: () => void) => {
    if (heard.kind === 'loaded') return void change((list) => withPost(list, heard.post))
    if (heard.kind === 'updated') {
      const { post_id } = heard
      if (!items().some((item) => item.post_id === post_id)) return
      call('GET /api/posts/:post_id', { params: { post_id } }).then(announceLoaded, () => undefined)
      return
    }
    if (heard.kind === 'deleted')
      drop(({ post_id, spot_id }) =>
        heard.post_id === null ? spot_id === heard.spot_id : post_id === heard.post_id,
      )
    lookSoon()
  })
  const leave = useEffectEvent((person: string) => drop(({ user_id }) => user_id === person))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void look().catch(() => undefined), COALESCE_MS)
    }
    const stops = [
      onPostChange((heard) => hear(heard, lookSoon)),
      listen('people', 'person', {
        message: (event) => {
          if (event.kind === 'away') leave(event.user_id)
          else if (event.kind === 'back') lookSoon()
        },
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])
  useEffect(() => {
    if (isLoaded && owed.current) void look().catch(() => undefined)
  }, [isLoaded])
  return { news, showNews }
}

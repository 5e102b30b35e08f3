import { type DataTag, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { NewItems, newestFirst, PageOf, Pages } from './newest-first.ts'
import { isJustPreloaded, loadInto } from '../query-patch.ts'
import { makeDebounced } from '../debounce.ts'

/** The list may shift if it's scrolled less than this (px) from the top. */
const AT_TOP_PX = 10

const NONE_NEWER: NewItems = { count: 0, more: false }

type Newest<T> = {
  queryKey: DataTag<QueryKey, Pages<PageOf<T>>, Error>
  list: ReturnType<typeof newestFirst<T>>
  /** Loads the newest page. */
  load: () => Promise<PageOf<T>>
  isLoaded: boolean
  /** Changes within this time (ms) trigger a single request. */
  coalesce: number
  /** Subscribes to list changes, and calls `trigger` when there may be new items. Returns a cleanup function. */
  watch: (trigger: () => void) => () => void
}

/**
 * Finds new items for a list sorted newest first, and removes deleted ones. New items appear immediately when the
 * screen opens. After that they are only counted, so that the list doesn't move while someone is reading. Returns the
 * count, and a function that shows the new items.
 */
export function useNewest<T>({ queryKey, list, load, isLoaded, coalesce, watch }: Newest<T>): {
  newer: NewItems
  showNewer: () => Promise<void>
} {
  const client = useQueryClient()
  const [newer, setNewer] = useState(NONE_NEWER)
  const quiet = useRef(true)
  // Whether a change arrived while the list was loading.
  const isMissed = useRef(false)
  const listed = () => client.getQueryData(queryKey)

  const showNewer = async () => {
    await loadInto(client, queryKey, load, list.withNewest)
    setNewer(NONE_NEWER)
  }
  const look = useEffectEvent(async () => {
    isMissed.current = !listed()
    if (isMissed.current) return
    let isFirst = false
    const landing = async () => {
      const newest = await load()
      isFirst = quiet.current && scrollY < AT_TOP_PX
      quiet.current = false
      return newest
    }
    const newest = await loadInto(client, queryKey, landing, (all, page) => {
      const left = list.withoutMissed(all, page)
      return isFirst || list.listItems(left).length === 0 ? list.withNewest(all, page) : left
    })
    const now = listed()
    setNewer(now ? list.newerIn(now, newest) : NONE_NEWER)
  })
  const listen = useEffectEvent(watch)

  useEffect(() => {
    const { trigger, stop } = makeDebounced(() => look(), coalesce)
    const unwatch = listen(trigger)
    return () => {
      stop()
      unwatch()
    }
  }, [coalesce])
  // No listener was active while another screen was shown, so a list loaded earlier may be missing new items.
  const [wasLoaded] = useState(() => isLoaded && !isJustPreloaded(client, queryKey))
  const isBack = useRef(wasLoaded)
  useEffect(() => {
    if (!isLoaded) return
    if (isMissed.current || isBack.current) void look().catch(() => undefined)
    else quiet.current = false
    isBack.current = false
  }, [isLoaded])
  return { newer, showNewer }
}

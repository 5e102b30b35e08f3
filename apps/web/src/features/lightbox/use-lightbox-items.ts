import { useEffect, useEffectEvent, useState } from 'react'
import type { OpenItem } from './lightbox-address.ts'
import type { LightboxHostProps } from './lightbox-host-props.ts'
import { isSame } from './lightbox-item.ts'
import { useShownItems } from './use-shown-items.ts'
import { useSlidePosition } from './use-slide-position.ts'

/** The number of items before the end at which more are requested. */
const NEAR_END = 3

type Props = Pick<LightboxHostProps, 'items' | 'loading' | 'more' | 'onMore'> & { open: OpenItem }

/** Returns the open lightbox's items and the current position. Loads more items near the end. */
export function useLightboxItems({ open, items: given, loading = false, more = false, onMore }: Props) {
  const { at, go, close } = useSlidePosition(open)
  const shown = useShownItems({ items: given, loading, at })
  const [slot, setSlot] = useState(0)

  const items = shown.kind === 'items' ? shown.items : []
  const index = items.findIndex((item) => isSame(item, at))
  if (index >= 0 && index !== slot) setSlot(index)
  const hasMore = shown.kind === 'items' && !shown.isSet && more

  const goTo = (to: number, comments = at.comments) => {
    const item = items[to]
    if (item && to !== index) go({ post_id: item.post_id, media_index: item.media_index, comments })
  }
  // Moves to a neighboring item if the current one was deleted.
  const neighbour = useEffectEvent(() => goTo(Math.min(slot, items.length - 1)))
  const isLost = shown.kind === 'items' && index < 0 && items.length > 0 && !loading
  useEffect(() => {
    if (isLost) neighbour()
  }, [isLost])

  const load = useEffectEvent(() => onMore?.())
  const isNearEnd = hasMore && index >= 0 && index >= items.length - NEAR_END
  // Runs again after each page, in case the page had too few items.
  useEffect(() => {
    if (isNearEnd) load()
  }, [isNearEnd, items.length])

  return {
    shown,
    items,
    hasMore,
    goTo,
    close,
    /** The current item's index; -1 if it's not in the list. */
    index,
    /** Whether the current item was deleted and the lightbox is about to show a neighboring one. */
    isLost,
    /** Whether the comments are open next to the photo. */
    comments: at.comments,
    showComments: (comments: boolean) => go({ ...at, comments }),
  }
}

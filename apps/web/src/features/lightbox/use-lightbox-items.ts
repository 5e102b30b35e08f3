import { useEffect, useEffectEvent, useState } from 'react'
import type { OpenItem } from './lightbox-address.ts'
import type { LightboxHostProps } from './lightbox-host-props.ts'
import { isSame } from './lightbox-item.ts'
import { useShownItems } from './use-shown-items.ts'
import { useSlidePosition } from './use-slide-position.ts'

/** More items are requested this many items before the end. */
const NEAR_END = 3

type Props = Pick<LightboxHostProps, 'items' | 'loading' | 'more' | 'onMore'> & { open: OpenItem }

/** The items of the open lightbox and the current position; loads more near the end. */
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
  // Shows a neighbor if the current item was deleted.
  const neighbour = useEffectEvent(() => goTo(Math.min(slot, items.length - 1)))
  const isLost = shown.kind === 'items' && index < 0 && items.length > 0 && !loading
  useEffect(() => {
    if (isLost) neighbour()
  }, [isLost])

  const load = useEffectEvent(() => onMore?.())
  const isNearEnd = hasMore && index >= 0 && index >= items.length - NEAR_END
  // Also runs after a page that had too few items.
  useEffect(() => {
    if (isNearEnd) load()
  }, [isNearEnd, items.length])

  return {
    ...{ shown, items, hasMore, goTo, close },
    /** -1 if the current item is not in the list. */
    index,
    /** Whether the current item was deleted and its neighbor is about to be shown. */
    isLost,
    /** Whether the comments are open beside the picture. */
    comments: at.comments,
    showComments: (comments: boolean) => go({ ...at, comments }),
  }
}

import { useEffect, useRef, useState } from 'react'
import type { OpenItem } from './lightbox-address.ts'
import { useMoveItem } from './use-open-item.ts'

function buildName({ post_id, media_index, comments }: OpenItem) {
  return `${post_id}.${media_index}.${comments}`
}

/**
 * Returns the current item, which changes immediately. The URL is updated afterward, so that a swipe doesn't wait for
 * the router. If the URL changes for another reason (Back, a link), the item changes, too.
 */
export function useSlidePosition(open: OpenItem): {
  at: OpenItem
  go: (to: OpenItem) => void
  close: () => void
} {
  const { show, close } = useMoveItem()
  const [at, setAt] = useState(open)
  const ownSlides = useRef(new Set<string>())
  const name = buildName(open)
  useEffect(() => {
    if (!ownSlides.current.delete(name)) setAt(open)
  }, [name, open])
  const go = (to: OpenItem) => {
    if (buildName(to) !== name) ownSlides.current.add(buildName(to))
    setAt(to)
    show(to, to.comments)
  }
  return { at, go, close }
}

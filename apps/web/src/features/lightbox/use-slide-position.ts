import { useEffect, useRef, useState } from 'react'
import type { OpenItem } from './lightbox-address.ts'
import { useMoveItem } from './use-open-item.ts'

const buildName = ({ post_id, media_index, comments }: OpenItem) => `${post_id}.${media_index}.${comments}`

/**
 * The current item. It changes immediately and the address follows, so that a swipe does not wait for the router.
 * Changes of the address itself (Back, a link) are followed, too.
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

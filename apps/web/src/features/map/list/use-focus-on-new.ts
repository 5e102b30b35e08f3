import type { SpotCard } from '@nollie/contract'
import { useEffect, useRef } from 'react'

/**
 * Loads more of a list, then focuses the first new row, unless the person has moved focus. The button that loads more
 * loses focus because it's disabled or removed while loading.
 */
export function useFocusOnNew(spots: readonly SpotCard[], fetchNextPage: () => unknown) {
  const rows = useRef<HTMLUListElement>(null)
  const known = useRef(0)
  useEffect(() => {
    if (!known.current || spots.length <= known.current) return
    if (document.activeElement === document.body)
      rows.current?.children[known.current]?.querySelector('button')?.focus()
    known.current = 0
  }, [spots])
  const showMore = () => {
    known.current = spots.length
    return fetchNextPage()
  }
  return { rows, showMore }
}

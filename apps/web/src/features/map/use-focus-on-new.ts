import type { SpotCard } from '@nollie/contract'
import { useEffect, useRef } from 'react'

/**
 * Loads more of a list by a button, which loses the focus while it is busy, or goes: the first row behind those that were
 * there has the focus then, unless its reader took it elsewhere meanwhile.
 */
export function useFocusOnNew(
  spots: readonly SpotCard[],
  fetchNextPage: () => Promise<{ isError: boolean }>,
) {
  const rows = useRef<HTMLUListElement>(null)
  const known = useRef(0)
  useEffect(() => {
    const list = rows.current
    if (!list || !known.current || spots.length <= known.current) return
    const now = document.activeElement
    if (now === document.body || list.parentElement?.contains(now))
      list.children[known.current]?.querySelector('button')?.focus()
    known.current = 0
  }, [spots])
  const showMore = async () => {
    known.current = spots.length
    if ((await fetchNextPage()).isError) known.current = 0
  }
  return { rows, showMore }
}

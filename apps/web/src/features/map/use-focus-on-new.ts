import type { SpotCard } from '@nollie/contract'
import { useEffect, useRef } from 'react'

/**
 * Loads more of a list by a button, which loses the focus while it is busy, or goes: the first spot that came has
 * the focus then, unless its reader took it elsewhere meanwhile.
 */
export function useFocusOnNew(
  spots: readonly SpotCard[],
  fetchNextPage: () => Promise<{ isError: boolean }>,
) {
  const rows = useRef<HTMLUListElement>(null)
  const asked = useRef<{ known: ReadonlySet<string>; from: Element | null } | null>(null)
  useEffect(() => {
    if (!asked.current) return
    const { known, from } = asked.current
    const first = spots.findIndex(({ id }) => !known.has(id))
    if (first < 0) return
    asked.current = null
    const now = document.activeElement
    if (now === from || now === document.body) rows.current?.children[first]?.querySelector('button')?.focus()
  }, [spots])
  const showMore = async () => {
    asked.current = { known: new Set(spots.map(({ id }) => id)), from: document.activeElement }
    const { isError } = await fetchNextPage()
    if (isError) asked.current = null
  }
  return { rows, showMore }
}

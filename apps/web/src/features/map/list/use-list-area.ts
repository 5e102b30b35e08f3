import { useState } from 'react'
import type { Area } from '../map-requests.ts'

/** The area the map shows after it settles, and whether the person moved it there. */
export type Seen = Area & { byHand: boolean }

type Listed = {
  /** The list's area; null until the map has settled. */
  area: Area | null
  /** Whether the map shows a different area than the list. */
  stale: boolean
  /** Sets the list's area to the map's area. */
  listHere: () => void
}

/** Determines the list's area. It follows the map, but after a search it stays fixed until `listHere` is called. */
export function useListArea(seen: Seen | null, search: string): Listed {
  const [listed, setListed] = useState<{ area: Seen; search: string } | null>(null)
  if (!seen) return { area: null, stale: false, listHere: () => undefined }
  const here = () => setListed({ area: seen, search })
  const follows = !listed || listed.search !== search || search === '' || !seen.byHand
  if (follows && (listed?.area !== seen || listed.search !== search)) here()
  const area = follows ? seen : listed.area
  return { area, stale: area !== seen, listHere: here }
}

import { useState } from 'react'
import type { Area } from './map-spots.ts'

/** Where the map rests, and whether the person moved it there. */
export type Seen = Area & { byHand: boolean }

type Listed = {
  /** What the list is of; null while no map has rested anywhere. */
  area: Area | null
  /** The map shows something else than the list is of. */
  stale: boolean
  /** Lists what the map shows. */
  listHere: () => void
}

/** The list is of what the map shows; of a search it stays where it was made, until it is asked for here. */
export function useArea(seen: Seen | null, search: string): Listed {
  const [listed, setListed] = useState<{ area: Seen; search: string } | null>(null)
  if (!seen) return { area: null, stale: false, listHere: () => undefined }
  const here = () => setListed({ area: seen, search })
  const follows = !listed || listed.search !== search || search === '' || !seen.byHand
  if (follows && (listed?.area !== seen || listed.search !== search)) here()
  const area = follows ? seen : listed.area
  return { area, stale: area !== seen, listHere: here }
}

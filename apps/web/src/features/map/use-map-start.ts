import type { SpotCard } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { View } from './engine/types.ts'
import { firstViewQuery } from './first-view.ts'
import { boundsQuery } from './map-requests.ts'
import { type AppliedFilters, isFiltered, type MapState } from './map-url.ts'
import { type Loaded, useStart } from './use-map-position.ts'

type Props = {
  state: MapState
  /** The filters of the state for a request. */
  applied: AppliedFilters
  /** The card of the selected spot. */
  card: Loaded<SpotCard>
  /** The container of the map. */
  frame: RefObject<HTMLElement | null>
}

/**
 * The first view of the map, with the requests for it; see {@link useStart}. `linked`: the address decides it, by a
 * view, a spot or filters.
 */
export function useMapStart({ state, applied, card, frame }: Props): { start: View | null; linked: boolean } {
  const filtered = isFiltered(state.filters)
  const matches = useQuery({ ...boundsQuery(applied), enabled: !state.view && filtered })
  const linked = state.view !== null || state.spotId !== null || filtered
  const first = useQuery({ ...firstViewQuery, enabled: !linked || matches.data === null || card.isError })
  return { start: useStart(state, card, matches, first, frame), linked }
}

import type { SpotCard } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { DEFAULT_VIEW } from '../view/default-view.ts'
import type { Bounds, View } from '../engine/types.ts'
import { type FirstView, firstViewQuery, viewOn } from '../view/first-view.ts'
import { boundsQuery } from '../map-requests.ts'
import { type AppliedFilters, isFiltered, type MapState } from '../view/map-url.ts'
import { SPOT_ZOOM } from '../view/spot-zoom.ts'
import { fitView } from '../view/view-tiles.ts'

/** The part of a query result that the first view needs. */
type Loaded<T> = { data?: T | undefined; isError: boolean }

/**
 * Decides the map's initial view once. The URL's view comes first, then the selected spot, then the search's matches,
 * then this device's initial view. Returns null while loading.
 */
function useStart(
  { view, spotId, filters }: MapState,
  card: Loaded<SpotCard>,
  matches: Loaded<Bounds | null>,
  first: Loaded<FirstView>,
  box: RefObject<HTMLElement | null>,
): View | null {
  const [start, setStart] = useState<View | null>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    if (box.current) setSize({ width: box.current.clientWidth, height: box.current.clientHeight })
  }, [box])
  if (start) return start
  const decide = (): View | null => {
    if (view) return view
    if (spotId !== null && !card.isError)
      return card.data
        ? { latitude: card.data.latitude, longitude: card.data.longitude, zoom: SPOT_ZOOM }
        : null
    if (isFiltered(filters) && !matches.isError) {
      if (matches.data === undefined || !size) return null
      if (matches.data) return fitView(matches.data, size.width, size.height, SPOT_ZOOM)
    }
    if (first.isError) return DEFAULT_VIEW
    return first.data && size ? viewOn(first.data, size) : null
  }
  const next = decide()
  if (next) setStart(next)
  return next
}

type Props = {
  state: MapState
  /** The state's filters, in the form that requests need. */
  applied: AppliedFilters
  /** The selected spot's card. */
  card: Loaded<SpotCard>
  /** The map's container. */
  frame: RefObject<HTMLElement | null>
}

/**
 * Returns the map's initial view and makes the requests it needs; see `useStart`. `linked` is true if a view, a spot,
 * or filters in the URL determine it.
 */
export function useMapStart({ state, applied, card, frame }: Props): { start: View | null; linked: boolean } {
  const filtered = isFiltered(state.filters)
  const matches = useQuery({ ...boundsQuery(applied), enabled: !state.view && filtered })
  const linked = state.view !== null || state.spotId !== null || filtered
  const first = useQuery({ ...firstViewQuery, enabled: !linked || matches.data === null || card.isError })
  return { start: useStart(state, card, matches, first, frame), linked }
}

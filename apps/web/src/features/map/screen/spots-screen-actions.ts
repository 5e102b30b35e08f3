import type { LocationRecord } from '../../places/index.ts'
import { serverFilters } from '../filters/applied-filters.ts'
import type { View } from '../engine/types.ts'
import { SPOT_ZOOM } from '../view/spot-zoom.ts'
import { fitView } from '../view/view-tiles.ts'
import type { Point } from '../map-requests.ts'
import { type Filters, type MapState, withFilters } from '../view/map-url.ts'
import type { ChosenPlace } from '../search/place-search.ts'
import { searchToasts } from '../search/search-toasts.ts'
import type { useFrame } from '../filters/use-fit-to-matches.ts'
import type { MapUrlSync } from '../view/use-map-url-sync.ts'
import type { useMapUrl } from '../view/use-map-url.ts'
import type { SpotMap } from './use-spots-map.ts'

/** Changes the filters. While typing, use `replace`, so that the history doesn't fill up. */
export type ChangeFilters = (next: (now: Filters) => Filters, how?: 'push' | 'replace') => void

type Parts = {
  state: MapState
  change: ReturnType<typeof useMapUrl>['change']
  /** The filters that can be applied now. */
  filters: Filters
  record: LocationRecord | null
  map: SpotMap | null
  me: Point | null
  isWide: boolean
  search: ReturnType<typeof useFrame>
  urlSync: MapUrlSync
  /** Moves focus to the next card that opens. */
  focusNext: () => void
  /** Clears a pin that was clicked but whose spot hasn't loaded yet. */
  forgetPressed: () => void
  /** Whether the screen was opened from a spot's own URL. */
  isOfSpot: boolean
}

/** Returns the actions of the all-spots screen. Each one changes the URL, the map, or both. */
export function spotsScreenActions(parts: Parts) {
  const { state, change, filters, record, map, me, isWide, search, urlSync } = parts
  const showPoint = ({ latitude, longitude }: Point) => {
    const at = { latitude, longitude, zoom: Math.max(map?.view().zoom ?? 0, SPOT_ZOOM) }
    map?.flyTo(at)
    if (!isWide) scrollTo({ top: 0, behavior: 'smooth' })
    return urlSync.own(at)
  }
  // Approximates the view for the URL. The map writes the exact view once it settles.
  const viewAt = ({ bounds, latitude, longitude }: ChosenPlace): View => {
    return bounds
      ? fitView(bounds, innerWidth, innerHeight, SPOT_ZOOM)
      : { latitude, longitude, zoom: SPOT_ZOOM }
  }
  // Searching elsewhere closes the selected spot.
  const closeCard = (view: View | null) => {
    parts.forgetPressed()
    if (state.spotId !== null) change({ spotId: null, view: urlSync.own(view) }, 'push')
  }
  // Another spot replaces the open one, so that Back always closes the card. A screen at a spot's own URL stays in the
  // history, because the next screen is a different one.
  const howToOpen = state.spotId === null || parts.isOfSpot ? 'push' : 'replace'
  // Computed from the latest filters, because a second choice may come before the first one is rendered.
  const filter: ChangeFilters = (next, how = 'push') => change((now) => ({ filters: next(now.filters) }), how)
  return {
    close: () => {
      parts.forgetPressed()
      change({ spotId: null })
    },
    select: (spotId: string) => change({ spotId, view: urlSync.own(map?.view() ?? state.view) }, howToOpen),
    showSpot: (spot: { id: string } & Point) => {
      if (state.filters.q) search.leave()
      parts.focusNext()
      change({ spotId: spot.id, view: showPoint(spot) }, howToOpen)
    },
    goToPoint: (point: Point) => {
      parts.forgetPressed()
      change({ view: showPoint(point), spotId: null }, 'push')
    },
    goToPlace: (place: ChosenPlace) => {
      if (place.bounds) map?.fitBounds(place.bounds)
      else map?.flyTo(viewAt(place))
      closeCard(viewAt(place))
    },
    /**
     * Moves the map so that all matching spots are visible. If `calm`, it doesn't move when some are already in view.
     */
    showAll: (filters: Filters, calm: boolean) =>
      void search
        .frame(serverFilters(filters, record), { calm, me: filters.near ? me : null })
        .catch(searchToasts.failed),
    filter,
    clear: () => {
      if (!filters.q) search.returnToView()
      filter(({ q }) => (q ? { q } : {}))
    },
    searchFor: (q: string) => {
      if (!q) search.returnToView()
      change({ filters: withFilters(filters, { q: q || undefined }) })
    },
    submit: (q: string) => {
      const next = withFilters(filters, { q })
      change({ filters: next })
      // A screen at a spot's own URL closes along with its card, and the next screen starts at the matches.
      closeCard(parts.isOfSpot ? null : (map?.view() ?? state.view))
      return search.frame(serverFilters(next, record), { calm: true })
    },
  }
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { isExact, type LocationRecord, stopFollowing, useDevicePosition } from '../../places/index.ts'
import { listItems } from '../../../lib/paging.ts'
import { appliedFilters, serverFilters } from '../filters/applied-filters.ts'
import { storeLastView } from '../view/last-view.ts'
import type { AppliedFilters, Filters } from '../view/map-url.ts'
import { isMissing, mapQuery, type Point, spotCardQuery, spotListQuery } from '../map-requests.ts'
import { useLiveSpots } from './use-live-spots.ts'
import { spotsScreenActions } from './spots-screen-actions.ts'
import { sortByDistance } from '../list/sort-by-distance.ts'
import { useNeighbors } from '../card/use-neighbors.ts'
import { useListArea } from '../list/use-list-area.ts'
import { useFrame } from '../filters/use-fit-to-matches.ts'
import { useMapUrlSync } from '../view/use-map-url-sync.ts'
import { useMapStart } from './use-map-start.ts'
import { useMapUrl } from '../view/use-map-url.ts'
import { useLocate } from '../location/use-locate.ts'
import { usePressedPin } from '../card/use-pressed-pin.ts'
import { useReveal, useSelected } from '../card/use-selected.ts'
import { useShownSpots } from './use-shown-spots.ts'
import { useCardHeight } from '../sheet/use-card-height.ts'
import { type SpotMap, useSpotsMap } from './use-spots-map.ts'
import { WORLD } from '../view/view-tiles.ts'

// The selected spot's card, and the pin that was selected, until the card has loaded.
function useOpenedSpot(spotId: string | null) {
  const card = useQuery({ ...spotCardQuery(spotId ?? ''), enabled: spotId !== null })
  const pin = usePressedPin(spotId)
  const found = isMissing(card.error) ? undefined : card.data
  return { card, pin, opened: { spotId, card: found, pressed: pin.pressed } }
}

type Drawing = ReturnType<typeof useSpotsMap>

// Draws the spots, and moves the selected one out from under its card.
function useDrawnSpots(
  { map, tiles, box }: Drawing,
  applied: AppliedFilters,
  isWide: boolean,
  opened: ReturnType<typeof useOpenedSpot>['opened'],
) {
  const { spotId, card, pressed } = opened
  const { spots, shown } = useShownSpots(tiles, applied)
  useLiveSpots(tiles ?? WORLD, spotId)
  useEffect(() => {
    if (shown) map?.setSpots(shown)
  }, [map, shown])

  const selected = useSelected(map, {
    spotId,
    card,
    spots: shown,
    pressed,
  })
  const sheet = useCardHeight(!isWide)
  useReveal(map, selected, sheet, box)
  return { spots, selected, sheet }
}

// Lists the spots in the map's area.
function useListedSpots(
  { seen }: Drawing,
  q: string | undefined,
  applied: AppliedFilters,
  person: { record: LocationRecord | null; exact: Point | null },
) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { area, stale, listHere } = useListArea(seen, q ?? '')
  const list = useInfiniteQuery({
    ...spotListQuery(area ?? { tiles: WORLD, box: null }, applied, person.exact),
    enabled: area !== null,
  })
  return {
    list,
    listed: sortByDistance(listItems(list.data), person.record),
    stale,
    listHeading: heading,
    /** Lists the spots in the map's area. The button that does this disappears, so the list receives focus. */
    listHere: () => {
      listHere()
      heading.current?.focus({ preventScroll: true })
    },
    /** Whether the list has an area, because the map has settled or there is no map. */
    isListed: area !== null,
  }
}

// The chosen filters, those that apply at the device's position, and those that the server applies.
function useFilters(chosen: Filters) {
  const { record } = useDevicePosition()
  return { record, filters: appliedFilters(chosen, record), applied: serverFilters(chosen, record) }
}

// A view from a link becomes this device's last view. A default view doesn't, because no one chose it.
function useStoredView(map: SpotMap | null, linked: boolean): void {
  useEffect(() => {
    if (map && linked) storeLastView(map.view())
  }, [map, linked])
}

/** The all-spots screen's state, which its parts render. */
export type SpotsScreenState = ReturnType<typeof useSpotsScreen>

/** Synchronizes the URL, map, selected spot, and list on the all-spots screen. */
export function useSpotsScreen(openSpotId: string | undefined) {
  const { state, change } = useMapUrl(openSpotId)
  const { record, filters, applied } = useFilters(state.filters)
  const isWide = useMediaQuery('(width >= 1024px)')
  const { card, pin, opened } = useOpenedSpot(state.spotId)
  const frame = useRef<HTMLDivElement>(null)
  const { start, linked } = useMapStart({ state: { ...state, filters }, applied, card, frame })
  const drawing = useSpotsMap({
    start,
    onMove: (at, byHand) => {
      urlSync.rests(at)
      storeLastView(at)
      if (byHand) search.stay()
    },
    onSelect: (pressed) => {
      if (pressed) void pin.press(pressed, actions.select)
      else actions.close()
    },
    onDrag: stopFollowing,
  })
  const { map, tiles } = drawing
  const drawn = useDrawnSpots(drawing, applied, isWide, opened)
  const urlSync = useMapUrlSync(
    state.view,
    (at) => change({ view: at }),
    (at) => map?.jumpTo(at),
  )
  useStoredView(map, linked)
  const search = useFrame(map)
  const { here, me, press: locate } = useLocate(map)
  const exact = isExact(here.record) ? me : null
  const inArea = useListedSpots(drawing, state.filters.q, applied, { record, exact })
  const parts = { state, change, filters, record, map, me, isWide, search, urlSync }
  const actions = spotsScreenActions({
    ...parts,
    focusNext: drawn.sheet.focusNext,
    forgetPressed: pin.forget,
    isOfSpot: openSpotId !== undefined,
  })
  // At a spot's own URL, another spot would be another screen.
  const swipe = useNeighbors(openSpotId === undefined ? state.spotId : null, inArea.listed, (id) => {
    drawn.sheet.focusNext()
    actions.select(id)
  })
  return {
    ...drawn,
    ...inArea,
    state,
    filters,
    isWide,
    frame,
    start,
    drawing,
    actions,
    swipe,
    /** The view and filters for the fact counts. */
    counted: tiles && mapQuery(tiles, applied),
    locate: () => void locate(),
  }
}

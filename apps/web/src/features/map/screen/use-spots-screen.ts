import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { isExact, stopFollowing, useDevicePosition } from '../../places/index.ts'
import { listItems } from '../../../lib/paging.ts'
import { appliedFilters, serverFilters } from '../filters/applied-filters.ts'
import { storeLastView } from '../view/last-view.ts'
import { isMissing, mapQuery, spotCardQuery, spotListQuery } from '../map-requests.ts'
import { useLiveSpots } from './use-live-spots.ts'
import { spotsScreenActions } from './spots-screen-actions.ts'
import { sortByDistance } from '../list/sort-by-distance.ts'
import { photosFirst } from '../list/photos-first.ts'
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
import { useSpotsMap } from './use-spots-map.ts'
import { isFiltered } from '../view/map-url.ts'
import { WORLD } from '../view/view-tiles.ts'

/** The all-spots screen's state, which its parts render. */
export type SpotsScreenState = ReturnType<typeof useSpotsScreen>

/** Synchronizes the URL, map, selected spot, and list on the all-spots screen. */
export function useSpotsScreen(openSpotId: string | undefined) {
  const { state, change } = useMapUrl(openSpotId)
  const { record } = useDevicePosition()
  const filters = appliedFilters(state.filters, record)
  const applied = serverFilters(state.filters, record)
  const isWide = useMediaQuery('(width >= 1024px)')
  const card = useQuery({ ...spotCardQuery(state.spotId ?? ''), enabled: state.spotId !== null })
  const frame = useRef<HTMLDivElement>(null)
  const listHeading = useRef<HTMLHeadingElement>(null)
  const { start, linked } = useMapStart({ state: { ...state, filters }, applied, card, frame })
  const pin = usePressedPin(state.spotId)
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
  const { box, map, tiles } = drawing
  const view = tiles ?? WORLD
  const { spots, shown } = useShownSpots(tiles, applied)
  useLiveSpots(view, state.spotId)
  useEffect(() => {
    if (shown) map?.setSpots(shown)
  }, [map, shown])

  const selected = useSelected(map, {
    spotId: state.spotId,
    card: isMissing(card.error) ? undefined : card.data,
    spots: shown,
    pressed: pin.pressed,
  })
  const sheet = useCardHeight(!isWide)
  useReveal(map, selected, sheet, box)

  const urlSync = useMapUrlSync(
    state.view,
    (at) => change({ view: at }),
    (at) => map?.jumpTo(at),
  )
  // A view from a link becomes this device's last view. A default view doesn't, because no one chose it.
  useEffect(() => {
    if (map && linked) storeLastView(map.view())
  }, [map, linked])
  const search = useFrame(map)
  const { here, me, press: locate } = useLocate(map)
  const { area, stale, listHere } = useListArea(drawing.seen, state.filters.q ?? '')
  const list = useInfiniteQuery({
    ...spotListQuery(area ?? { tiles: WORLD, box: null }, applied, isExact(here.record) ? me : null),
    enabled: area !== null,
  })
  const listed = isExact(record)
    ? sortByDistance(listItems(list.data), record)
    : listItems(list.data, isFiltered(filters) ? undefined : photosFirst)
  const { focusNext } = sheet
  const parts = { state, change, filters, record, map, me, isWide, search, urlSync, focusNext }
  const actions = spotsScreenActions({
    ...parts,
    forgetPressed: pin.forget,
    isOfSpot: openSpotId !== undefined,
  })
  // At a spot's own URL, another spot would be another screen.
  const swipe = useNeighbors(openSpotId === undefined ? state.spotId : null, listed, (id) => {
    focusNext()
    actions.select(id)
  })
  return {
    state,
    filters,
    isWide,
    frame,
    start,
    drawing,
    spots,
    selected,
    sheet,
    actions,
    list,
    listed,
    swipe,
    stale,
    listHeading,
    /** Lists the spots in the map's area. The button that does this disappears, so the list receives focus. */
    listHere: () => {
      listHere()
      listHeading.current?.focus({ preventScroll: true })
    },
    /** The view and filters for the fact counts. */
    counted: tiles && mapQuery(tiles, applied),
    /** Whether the list has an area, because the map has settled or there is no map. */
    isListed: area !== null,
    locate: () => void locate(),
  }
}

import type { SpotCard } from '@nollie/contract'
import { isPinOf, type MapPin } from '@nollie/contract/map-codec'
import { toSpotType } from '@nollie/contract/spot-types'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Minus, Plus, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { useSession } from '../../lib/session.ts'
import { Page } from '../../ui/app-shell.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { HeaderBar } from '../../ui/header-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { AppLink } from '../../ui/link.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { MapCredit } from './credit.tsx'
import { isExact, LocateButton, stopFollowing, useHere } from '../location/index.ts'
import { DEFAULT_VIEW, SPOT_ZOOM } from './default-view.ts'
import type { SelectedSpot } from './engine/types.ts'
import { FiltersButton } from './filters.tsx'
import { firstViewQuery, storeView } from './first-view.ts'
import { LocateOffer } from './locate-offer.tsx'
import './map.css'
import { MapState } from './map-state.tsx'
import {
  boundsQuery,
  isMissing,
  type MapSpots,
  mapSpotsQuery,
  spotCardQuery,
  spotListQuery,
  useLiveSpots,
} from './map-spots.ts'
import { appliedFilters, serverFilters } from './applied-filters.ts'
import { type Filters, isFiltered, withFilters } from './map-url.ts'
import { type ChosenPlace, searchToasts } from './place-search.ts'
import { SearchField } from './search-field.tsx'
import { SelectedPanel } from './selected-panel.tsx'
import { SpotList, type SpotPages } from './spot-list.tsx'
import './search-field.css'
import './spots-screen.css'
import { useArea } from './use-area.ts'
import { useFrame } from './use-frame.ts'
import { useMe } from './use-me.ts'
import { useMapUrl } from './use-map-url.ts'
import { useMapUrlSync, useStart } from './use-map-position.ts'
import { usePressedPin } from './use-pressed-pin.ts'
import { useSheet } from './use-sheet.ts'
import { useSpotsMap } from './use-spots-map.ts'
import { WORLD } from './view-tiles.ts'

type Props = {
  /** The spot of the address, where that is a spot's own and the visitor may see only the map. */
  openSpotId?: string
  onShare: (spot: SpotCard) => void
  /** More items of the card's menu for members; `close` puts the card away. */
  renderActions: (spot: SpotCard, close: () => void) => ReactNode
  /** What a visitor may press at the card's spot. */
  renderVisitorActions: (spot: SpotCard) => ReactNode
}

const SIGN_IN_TO_SHARE = '/auth?next=%2Fshare-spot'

type Point = { latitude: number; longitude: number }

/** How many spots match: in view and in all, or only in all where that is the same or the view is not counted. */
const countText = ({ total, more }: MapSpots, list: SpotPages): string => {
  const [first] = list.data?.pages ?? []
  const here = first?.count ?? null
  if (
    first &&
    here !== null &&
    !list.isPlaceholderData &&
    total > 0 &&
    (more || first.count_capped || here < total)
  ) {
    const text = (count: number, capped: boolean) => `${count.toLocaleString('en')}${capped ? '+' : ''}`
    return m.map_count_in_view({ here: text(here, first.count_capped), all: text(total, more) })
  }
  if (more) return m.map_count_more({ count: total.toLocaleString('en') })
  if (total === 1) return m.map_count_one()
  return total === 0 ? m.map_count_none() : m.map_count_many({ count: total.toLocaleString('en') })
}

/** The screen of all spots: search, filters, map, the selected spot's card, and the list. */
export function SpotsScreen({ openSpotId, onShare, renderActions, renderVisitorActions }: Props) {
  const { state, change } = useMapUrl(openSpotId)
  const { record } = useHere()
  const filters = appliedFilters(state.filters, record)
  const applied = serverFilters(state.filters, record)
  const { status } = useSession()
  const wide = useMedia('(width >= 1024px)')
  const signedIn = status === 'signed-in'
  const card = useQuery({ ...spotCardQuery(state.spotId ?? ''), enabled: state.spotId !== null })
  const frame = useRef<HTMLDivElement>(null)
  const matches = useQuery({
    ...boundsQuery(applied),
    enabled: !state.view && isFiltered(filters),
  })
  const linked = state.view !== null || state.spotId !== null || isFiltered(filters)
  const first = useQuery({ ...firstViewQuery, enabled: !linked || matches.data === null || card.isError })
  const start = useStart({ ...state, filters }, card, matches, first, frame)
  const { pressed, press, forget } = usePressedPin(state.spotId)
  const { box, map, phase, retry, tiles, seen, basemap } = useSpotsMap({
    start,
    onMove: (at, byHand) => {
      urlSync.rests(at)
      storeView(at)
      if (byHand) search.stay()
    },
    onSelect: (pin) => (pin ? void press(pin, select) : close()),
    onDrag: stopFollowing,
  })
  const view = tiles ?? WORLD
  const spots = useQuery({ ...mapSpotsQuery(view, applied), enabled: tiles !== null })
  useLiveSpots(view, state.spotId)
  useEffect(() => {
    if (spots.data) map?.setSpots(spots.data)
  }, [map, spots.data])

  const selected = useSelected(
    state.spotId,
    isMissing(card.error) ? undefined : card.data,
    spots.data,
    pressed,
  )
  useEffect(() => map?.select(selected), [map, selected])
  const { home, height, ref, covered, focusNext } = useSheet(state.spotId !== null && !wide)
  const reveal = useEffectEvent(() => {
    if (selected) map?.reveal(selected, covered(box.current))
  })
  useEffect(() => reveal(), [map, selected?.id, height])

  const urlSync = useMapUrlSync(
    state.view,
    (at) => {
      change({ view: at })
    },
    (at) => map?.jumpTo(at),
  )
  // A link's place is where one was, too; a first view that nobody chose is not.
  useEffect(() => {
    if (map && linked) storeView(map.view())
  }, [map, linked])
  const search = useFrame(map)
  const { here, me, press: locate } = useMe(map)
  const { area, stale, listHere } = useArea(seen, state.filters.q ?? '')
  const list = useInfiniteQuery({
    ...spotListQuery(area ?? { tiles: WORLD, box: null }, applied, isExact(here.record) ? me : null),
    enabled: area !== null,
  })

  const close = () => {
    forget()
    change({ spotId: null })
  }
  const select = (spotId: string) => change({ spotId, view: urlSync.own(map?.view() ?? state.view) }, 'push')
  const showPoint = ({ latitude, longitude }: Point) => {
    const at = { latitude, longitude, zoom: Math.max(map?.view().zoom ?? 0, SPOT_ZOOM) }
    map?.flyTo(at)
    if (!wide) scrollTo({ top: 0, behavior: 'smooth' })
    return urlSync.own(at)
  }
  const showSpot = (spot: { id: string } & Point) => {
    if (state.filters.q) search.leave()
    focusNext()
    change({ spotId: spot.id, view: showPoint(spot) }, 'push')
  }
  const showAll = (filters: Filters, calm: boolean) =>
    void search
      .frame(serverFilters(filters, record), { calm, me: filters.near ? me : null })
      .catch(searchToasts.failed)
  const filter = (filters: Filters) => change({ filters }, 'push')
  const clear = () => {
    if (!filters.q) search.comeBack()
    filter(filters.q ? { q: filters.q } : {})
  }
  const onSearch = (q: string) => {
    if (!q) search.comeBack()
    change({ filters: withFilters(filters, { q: q || undefined }) })
  }
  const onSubmit = (q: string) => {
    const next = withFilters(filters, { q })
    change({ filters: next })
    return search.frame(serverFilters(next, record), { calm: true })
  }
  const onPlace = ({ bounds, latitude, longitude }: ChosenPlace) => {
    if (bounds) map?.fitBounds(bounds)
    else map?.flyTo({ latitude, longitude, zoom: SPOT_ZOOM })
  }

  const cardOf = (shape: 'sheet' | 'panel') =>
    state.spotId && (
      <SelectedPanel
        key={state.spotId}
        spotId={state.spotId}
        shape={shape}
        onClose={close}
        onShare={onShare}
        {...(signedIn ? { renderActions: (spot) => renderActions(spot, close) } : {})}
        renderVisitorActions={renderVisitorActions}
        invite={!signedIn && state.spotId === openSpotId}
        visitor={status === 'signed-out'}
        ref={ref}
      />
    )
  const listed = area && (
    <SpotList
      list={list}
      filters={filters}
      total={spots.data?.total ?? 0}
      selectedId={wide ? state.spotId : null}
      onSelect={showSpot}
      onShowAll={() => showAll(filters, false)}
    />
  )
  return (
    <Page
      wide
      header={<Bar signedIn={signedIn} known={status !== 'loading'} />}
      panel={
        wide && (
          <div className="spots-panel">
            {cardOf('panel')}
            {listed}
          </div>
        )
      }
    >
      <div className="spots" data-sheet={height > 0 ? '' : undefined} ref={home}>
        <div className="spots-tools">
          <SearchField
            value={state.filters.q ?? ''}
            onSearch={onSearch}
            onSubmit={onSubmit}
            onPlace={onPlace}
            status={filters.status}
            ready={phase.kind !== 'config' && phase.kind !== 'building'}
            near={() => map?.view() ?? start}
            onSpot={showSpot}
            onPoint={(point) => change({ view: showPoint(point) }, 'push')}
          />
          <FiltersButton
            filters={filters}
            onChange={filter}
            onClear={clear}
            onDone={(filters) => isFiltered(filters) && showAll(filters, true)}
          />
          <p className="spots-count" role="status">
            {spots.data && !stale && countText(spots.data, list)}
          </p>
          {stale && (
            <button type="button" className="btn spots-here" onClick={listHere}>
              <RotateCw size={18} aria-hidden="true" />
              {m.map_search_here()}
            </button>
          )}
        </div>
        <div
          className="map-frame spots-map"
          data-testid="map"
          data-phase={phase.kind}
          data-basemap={basemap ?? undefined}
          ref={frame}
        >
          <div className="map-canvas" ref={box} />
          <MapState phase={phase} onRetry={retry} />
          {phase.kind === 'ready' && (
            <>
              <LocateOffer
                onShow={() => void locate()}
                middle={() => map?.view() ?? DEFAULT_VIEW}
                wanted={state.filters.near === 'me'}
              />
              <LocateButton className="spots-locate" onPress={() => void locate()} />
              <div className="spots-zoom">
                <IconButton label={m.map_zoom_in()} variant="solid" onClick={() => map?.zoomBy(1)}>
                  <Plus size={20} aria-hidden="true" />
                </IconButton>
                <IconButton label={m.map_zoom_out()} variant="solid" onClick={() => map?.zoomBy(-1)}>
                  <Minus size={20} aria-hidden="true" />
                </IconButton>
              </div>
              <MapCredit basemap={basemap} />
            </>
          )}
          {spots.isError && (
            <p className="spots-error" role="alert">
              {m.map_spots_failed()}
              <button type="button" className="link" onClick={() => void spots.refetch()}>
                {m.map_retry()}
              </button>
            </p>
          )}
          <AppLink
            className="spots-fab"
            href={signedIn ? '/share-spot' : SIGN_IN_TO_SHARE}
            aria-label={m.map_share_floating()}
          >
            <Plus size={30} aria-hidden="true" />
          </AppLink>
        </div>
        {!wide && listed}
        {!wide && cardOf('sheet')}
      </div>
    </Page>
  )
}

function Bar({ signedIn, known }: { signedIn: boolean; known: boolean }) {
  return (
    <HeaderBar title={m.map_title()} onBack={() => go(signedIn ? '/dashboard' : '/')}>
      {known && (
        <ButtonLink
          href={signedIn ? '/share-spot' : SIGN_IN_TO_SHARE}
          variant="line"
          size="sm"
          icon={signedIn ? <Plus aria-hidden="true" /> : undefined}
        >
          {signedIn ? m.map_share() : m.map_sign_in_to_share()}
        </ButtonLink>
      )}
    </HeaderBar>
  )
}

/** The selected spot as it stands on the map: from its card, or before that has come, from its pin. */
function useSelected(
  spotId: string | null,
  card: SpotCard | undefined,
  spots: MapSpots | undefined,
  pressed: MapPin | null,
): SelectedSpot | null {
  const known = card?.id === spotId && !pressed ? card : undefined
  const pin = pressed ?? (spotId ? spots?.pins.find((pin) => isPinOf(pin, spotId)) : undefined)
  const id = pressed?.ref ?? spotId
  const type = known ? (known.spot_types[0] ?? known.spot_type) : pin?.type
  const gone = known ? known.status === 'gone' : Boolean(pin?.gone)
  const { latitude, longitude } = known ?? pin ?? {}
  return useMemo(
    () =>
      id === null || latitude === undefined || longitude === undefined
        ? null
        : { id, type: toSpotType(type ?? '') ?? 'other', gone, latitude, longitude },
    [id, latitude, longitude, type, gone],
  )
}

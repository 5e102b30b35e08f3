import { decodeMap, type MapPin, TAIL } from '@nollie/contract/map/map-codec'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/api.ts'
import { mapKeys } from '../../../lib/keys/map.ts'
import { useSession } from '../../../lib/use-session.ts'
import { mapQuery, mapSpotsQuery } from '../map-requests.ts'
import type { AppliedFilters } from '../view/map-url.ts'
import { type TileView, WORLD } from '../view/view-tiles.ts'

// Pins that aren't public but that this member can see. They are drawn in addition to the public map.
function knownPinsQuery(view: TileView, filters: AppliedFilters) {
  return queryOptions({
    queryKey: mapKeys.known(view, filters),
    queryFn: async ({ signal }) =>
      decodeMap(await call('GET /api/map/known', { query: mapQuery(view, filters), signal })).pins,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    gcTime: 120_000,
  })
}

function getTail({ ref }: MapPin) {
  return ref.slice(-TAIL)
}

// If a member can see a public spot's exact position, the exact pin replaces the public one.
function withOwn(publicPins: readonly MapPin[], own: readonly MapPin[]): MapPin[] {
  const tails = new Set(own.map(getTail))
  return [...publicPins.filter((pin) => !tails.has(getTail(pin))), ...own]
}

/** Fetches a view's public spots and the ones only this member can see. The map works without the latter. */
export function useShownSpots(tiles: TileView | null, applied: AppliedFilters) {
  const { user } = useSession()
  const view = tiles ?? WORLD
  const spots = useQuery({ ...mapSpotsQuery(view, applied), enabled: tiles !== null })
  const known = useQuery({ ...knownPinsQuery(view, applied), enabled: tiles !== null && user !== null })
  const { data } = spots
  const pins = user ? known.data : undefined
  const shown = useMemo(
    () => (data && pins?.length ? { ...data, pins: withOwn(data.pins, pins) } : data),
    [data, pins],
  )
  return { spots, shown }
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../../lib/use-session.ts'
import { knownPinsQuery, mapSpotsQuery } from './map-requests.ts'
import type { AppliedFilters } from './map-url.ts'
import { type TileView, WORLD } from './view-tiles.ts'

/** The public spots of a view, and for a member those that not everybody may know. Without the latter the map is whole, too. */
export function useShownSpots(tiles: TileView | null, applied: AppliedFilters) {
  const { user } = useSession()
  const view = tiles ?? WORLD
  const spots = useQuery({ ...mapSpotsQuery(view, applied), enabled: tiles !== null })
  const known = useQuery({ ...knownPinsQuery(view, applied), enabled: tiles !== null && user !== null })
  const { data } = spots
  const pins = user ? known.data : undefined
  const shown = useMemo(
    () => (data && pins?.length ? { ...data, pins: [...data.pins, ...pins] } : data),
    [data, pins],
  )
  return { spots, shown }
}

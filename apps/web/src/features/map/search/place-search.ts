import type { FoundPlace } from '@nollie/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { placeKeys } from '../../../lib/keys/places.ts'
import type { Bounds } from '../engine/types.ts'
import { type Point, roughly } from '../map-requests.ts'

/** The minimum length of a query. Shorter queries don't run a search. */
export const QUERY_MIN = 2

/** The place that was selected. The map fits `bounds`, or centers the point if `bounds` is null. */
export type ChosenPlace = Point & { name: string; bounds: Bounds | null }

/** A search result. `isNamed` says whether the typed text is exactly this town's or country's name. */
export type PlaceResult = FoundPlace & { isNamed: boolean }

/** Fetches the countries, towns, streets, and street addresses that match the typed text. */
export function placesQuery(q: string, near: Point | null) {
  return queryOptions({
    queryKey: placeKeys.search(q, near && roughly(near)),
    queryFn: async ({ signal }): Promise<PlaceResult[]> => {
      const query = { q, language: navigator.language, ...(near ? { near: roughly(near) } : {}) }
      const [{ items }, { isNamed }] = await Promise.all([
        call('GET /api/places/search', { query, signal }),
        // The letter tables are loaded only for a search.
        import('./named-place.ts'),
      ])
      return items.map((place) => ({ ...place, isNamed: isNamed(place, q) }))
    },
    enabled: q.length >= QUERY_MIN,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
}

/** Adds coordinates to a search result. Some providers need a second request to get them. */
export async function withPosition(place: FoundPlace): Promise<ChosenPlace> {
  const whole = place.ref ? await call('GET /api/places/details', { query: { ref: place.ref } }) : place
  if (whole.latitude === null || whole.longitude === null) throw new Error('a place without position')
  const { name, latitude, longitude, bounds } = whole
  return { name: name || place.name, latitude, longitude, bounds }
}

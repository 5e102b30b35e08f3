import type { FoundPlace } from '@nollie/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { placeKeys } from '../../../lib/keys/places.ts'
import type { Bounds } from '../engine/types.ts'
import { type Point, roughly } from '../map-requests.ts'

/** Shorter texts are not searched for. */
export const QUERY_MIN = 2

/** A chosen place: a box to fit, or without one a point to centre. */
export type ChosenPlace = Point & { name: string; bounds: Bounds | null }

/** Countries, towns, streets and addresses that match a typed text. */
export const placesQuery = (q: string, near: Point | null) =>
  queryOptions({
    queryKey: placeKeys.search(q, near && roughly(near)),
    queryFn: async ({ signal }) => {
      const query = { q, language: navigator.language, ...(near ? { near: roughly(near) } : {}) }
      return (await call('GET /api/places/search', { query, signal })).items
    },
    enabled: q.length >= QUERY_MIN,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })

/** Adds the position to a found place; some providers give it only by a second request. */
export const withPosition = async (place: FoundPlace): Promise<ChosenPlace> => {
  const whole = place.ref ? await call('GET /api/places/details', { query: { ref: place.ref } }) : place
  if (whole.latitude === null || whole.longitude === null) throw new Error('a place without position')
  const { name, latitude, longitude, bounds } = whole
  return { name: name || place.name, latitude, longitude, bounds }
}

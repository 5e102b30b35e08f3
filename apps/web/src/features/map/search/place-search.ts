import type { FoundPlace } from '@nollie/contract'
import { normalizeText } from '@nollie/contract/search/normalize-text'
import { SPOT_TYPES } from '@nollie/contract/spots/spot-types'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { placeKeys } from '../../../lib/keys/places.ts'
import { typeLabel } from '../../../ui/spot-type-label.ts'
import type { Bounds } from '../engine/types.ts'
import { type Point, roughly } from '../map-requests.ts'

/** The minimum length of a query. Shorter ones don't run a search. */
export const QUERY_MIN = 2

/** The place that was selected. The map fits `bounds`, or centers the point if `bounds` is null. */
export type ChosenPlace = Point & { name: string; bounds: Bounds | null }

/** Fetches the countries, towns, streets, and street addresses that match the typed text. */
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

// Without spaces and other signs; the comma separates a town from its region.
const plain = (text: string) => normalizeText(text).replaceAll(/[^\p{L}\p{N}\p{M},]+/gu, '')

// There are towns called Gap and Street, but in this field the words mean spot types.
const isTypeOfSpot = (typed: string): boolean => {
  const single = (text: string) => plain(text).replace(/s$/, '')
  return SPOT_TYPES.some((type) => [type, typeLabel(type)].some((name) => single(name) === single(typed)))
}

/**
 * Whether a text is exactly this town's or country's name, optionally with its region (`Paris, Texas`). Ignores what
 * searches ignore, and spaces. Spot type names don't count as towns.
 */
export const isNamed = ({ kind, name, text }: FoundPlace, typed: string): boolean => {
  if ((kind !== 'town' && kind !== 'country') || isTypeOfSpot(typed)) return false
  const [town, ...region] = plain(typed).split(',')
  // The first part of the text may be the place's name in the local language.
  const [own = '', ...around] = plain(text).split(',')
  return town === plain(name) && region.every((part) => [own, ...around].some((one) => one.startsWith(part)))
}

/** Adds coordinates to a search result. Some providers need a second request to get them. */
export const withPosition = async (place: FoundPlace): Promise<ChosenPlace> => {
  const whole = place.ref ? await call('GET /api/places/details', { query: { ref: place.ref } }) : place
  if (whole.latitude === null || whole.longitude === null) throw new Error('a place without position')
  const { name, latitude, longitude, bounds } = whole
  return { name: name || place.name, latitude, longitude, bounds }
}

import type { FoundPlace } from '@nollie/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/toast.ts'
import type { Bounds } from './engine/types.ts'
import { type Point, roughly } from './map-spots.ts'

/** Fewer letters ask for nothing. */
export const QUERY_MIN = 2

/** A place that was chosen: a box to frame, else a point to go to. */
export type ChosenPlace = Point & { name: string; bounds: Bounds | null }

/** Countries, towns, streets and addresses that a typed text may mean. */
export const placesQuery = (q: string, near: Point | null) =>
  queryOptions({
    queryKey: ['places', 'search', q, near && roughly(near)],
    queryFn: async ({ signal }) => {
      const query = { q, language: navigator.language, ...(near ? { near: roughly(near) } : {}) }
      return (await call('GET /api/places/search', { query, signal })).items
    },
    enabled: q.length >= QUERY_MIN,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })

/** A found place with its position, which some providers give only on request. */
export const withPosition = async (place: FoundPlace): Promise<ChosenPlace> => {
  const whole = place.ref ? await call('GET /api/places/details', { query: { ref: place.ref } }) : place
  if (whole.latitude === null || whole.longitude === null) throw new Error('a place without position')
  const { name, latitude, longitude, bounds } = whole
  return { name: name || place.name, latitude, longitude, bounds }
}

const showError = (title: string, description: string) => toast({ title, description, kind: 'error' })

/** What a search says that cannot be made, finds nothing, or fails. */
export const searchToasts = {
  empty: () => showError(m.map_search_error(), m.map_search_empty()),
  notLoaded: () => showError(m.map_search_not_loaded(), m.map_search_wait()),
  notFound: () => showError(m.map_search_not_found(), m.map_search_other_term()),
  failed: () => showError(m.map_search_failed(), m.map_search_failed_text()),
}

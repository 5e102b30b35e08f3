import { decodeMap } from '@nollie/contract/map/map-codec'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { mapKeys } from '../../lib/keys/map.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import type { Bounds, SpotItems } from './engine/types.ts'
import type { AppliedFilters, Filters } from './view/map-url.ts'
import { type TileView, WORLD } from './view/view-tiles.ts'

/** The pins and clusters in a view, and the total number of matching spots. */
export type MapSpots = SpotItems & { total: number; more: boolean }

/** Builds the query parameters for a view and its filters. */
export function mapQuery(view: TileView, filters: AppliedFilters) {
  return {
    z: String(view.z),
    x0: String(view.x0),
    x1: String(view.x1),
    y0: String(view.y0),
    y1: String(view.y1),
    ...filters,
  }
}

async function fetchSpots(view: TileView, filters: AppliedFilters, signal: AbortSignal): Promise<MapSpots> {
  const wire = await call('GET /api/map', { query: mapQuery(view, filters), signal })
  return { zoom: view.z, ...decodeMap(wire), total: wire.total, more: wire.total_capped }
}

/** Fetches a view's pins and clusters. The previous view's pins and clusters remain until the new ones have loaded. */
export function mapSpotsQuery(view: TileView, filters: AppliedFilters) {
  return queryOptions({
    queryKey: mapKeys.spots(view, filters),
    queryFn: ({ signal }) => fetchSpots(view, filters, signal),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    gcTime: 120_000,
  })
}

/**
 * Fetches the newest spot's position, or null if there are no spots. Cached for a while, so that the map doesn't jump.
 */
export const newestPlaceQuery = queryOptions({
  queryKey: mapKeys.newest,
  queryFn: async ({ signal }) => {
    const { items } = await call('GET /api/spots', { query: mapQuery(WORLD, {}), signal })
    const [newest] = items
    return newest ? { id: newest.id, latitude: newest.latitude, longitude: newest.longitude } : null
  },
  staleTime: 10 * 60_000,
})

/** A position in degrees. */
export type Point = { latitude: number; longitude: number }

/** Rounds a position to one kilometer. A more precise position never leaves the device. */
export function roughly({ latitude, longitude }: Point) {
  return `${latitude.toFixed(2)},${longitude.toFixed(2)}`
}

/** A list's area: the tiles, clipped to the box. */
export type Area = { tiles: TileView; box: Bounds | null }

function boxText({ west, south, east, north }: Bounds) {
  return [west, south, east, north].map((degrees) => degrees.toFixed(5)).join(',')
}

/** Fetches the cards of an area's spots page by page, newest or nearest first. The first page includes the total. */
export function spotListQuery({ tiles, box }: Area, filters: AppliedFilters, near: Point | null) {
  return infiniteQueryOptions({
    queryKey: mapKeys.list(tiles, box, filters, near && roughly(near)),
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/spots', {
        query: {
          ...mapQuery(tiles, filters),
          ...(box ? { box: boxText(box) } : {}),
          ...(near ? { near: roughly(near) } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
}

/** Fetches up to five spots that match the typed text. Equally good matches are sorted by distance. */
export function suggestionsQuery(q: string, near: Point | null, status?: Filters['status']) {
  return queryOptions({
    queryKey: mapKeys.suggestions(q, near && roughly(near), status),
    queryFn: ({ signal }) => {
      const query = { q, ...(near ? { near: roughly(near) } : {}), ...(status ? { status } : {}) }
      return call('GET /api/spots/suggestions', { query, signal })
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

/** Fetches a spot's public card. */
export function spotCardQuery(spotId: string) {
  return queryOptions({
    queryKey: spotKeys.card(spotId),
    queryFn: ({ signal }) => call('GET /api/spots/:spot_id/card', { params: { spot_id: spotId }, signal }),
    staleTime: 15_000,
  })
}

/** Fetches a spot's photos and videos, limited to those that visitors can see. */
export function visitorMediaQuery(spotId: string) {
  return queryOptions({
    queryKey: spotKeys.visitorMedia(spotId),
    queryFn: ({ signal }) =>
      call('GET /api/spots/:spot_id/visitor-media', { params: { spot_id: spotId }, signal }),
    staleTime: 60_000,
  })
}

/** Whether the error means that the spot doesn't exist or was deleted. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'BAD_REQUEST')
}

/** Fetches the bounding box of all spots that match the filters, or null if there are none. */
export function boundsQuery(filters: AppliedFilters) {
  return queryOptions({
    queryKey: mapKeys.bounds(filters),
    queryFn: async ({ signal }) => (await call('GET /api/spots/bounds', { query: filters, signal })).bounds,
    staleTime: 15_000,
  })
}

import { decodeMap } from '@nollie/contract/map-codec'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { SpotEvent } from '@nollie/contract'
import { ApiError, call } from '../../lib/api.ts'
import { listen } from '../../lib/live.ts'
import type { Bounds, SpotItems } from './engine/types.ts'
import type { AppliedFilters, Filters } from './map-url.ts'
import { covers, type TileView, WORLD } from './view-tiles.ts'

/** What the map shows, and how many spots match anywhere. */
export type MapSpots = SpotItems & { total: number; more: boolean }

/** A view and its filters as the API asks for them. */
export const query = (view: TileView, filters: AppliedFilters) => ({
  z: String(view.z),
  x0: String(view.x0),
  x1: String(view.x1),
  y0: String(view.y0),
  y1: String(view.y1),
  ...filters,
})

async function fetchSpots(view: TileView, filters: AppliedFilters, signal: AbortSignal): Promise<MapSpots> {
  const wire = await call('GET /api/map', { query: query(view, filters), signal })
  return { zoom: view.z, ...decodeMap(wire), total: wire.total, more: wire.total_capped }
}

/** Pins and clusters of a view. What was there stays until the new ones have come. */
export const mapSpotsQuery = (view: TileView, filters: AppliedFilters) =>
  queryOptions({
    queryKey: ['map', 'spots', view, filters],
    queryFn: ({ signal }) => fetchSpots(view, filters, signal),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    gcTime: 120_000,
  })

/** Where somebody shared a spot last; null where there is none. It stays for a while, so that nothing jumps about. */
export const newestPlaceQuery = queryOptions({
  queryKey: ['map', 'newest'],
  queryFn: async ({ signal }) => {
    const { items } = await call('GET /api/spots', { query: query(WORLD, {}), signal })
    const [newest] = items
    return newest ? { id: newest.id, latitude: newest.latitude, longitude: newest.longitude } : null
  },
  staleTime: 10 * 60_000,
})

/** A point in degrees. */
export type Point = { latitude: number; longitude: number }

/** A rounded position: enough to find what is near, and nothing more exact leaves the device. */
export const roughly = ({ latitude, longitude }: Point) => `${latitude.toFixed(2)},${longitude.toFixed(2)}`

/** What a list is of: tiles, and of those only what is in the box. */
export type Area = { tiles: TileView; box: Bounds | null }

const boxText = ({ west, south, east, north }: Bounds) =>
  [west, south, east, north].map((degrees) => degrees.toFixed(5)).join(',')

/** Cards of the spots in an area, newest or nearest first, page by page; the first page has their number. */
export const spotListQuery = ({ tiles, box }: Area, filters: AppliedFilters, near: Point | null) =>
  infiniteQueryOptions({
    queryKey: ['map', 'list', tiles, box, filters, near && roughly(near)],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/spots', {
        query: {
          ...query(tiles, filters),
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

/** Up to five spots that a typed text may mean, of those alike the nearest first. */
export const suggestionsQuery = (q: string, near: Point | null, status?: Filters['status']) =>
  queryOptions({
    queryKey: ['map', 'suggestions', q, near && roughly(near), status],
    queryFn: ({ signal }) => {
      const query = { q, ...(near ? { near: roughly(near) } : {}), ...(status ? { status } : {}) }
      return call('GET /api/spots/suggestions', { query, signal })
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** The card of one spot, for everybody. */
export const spotCardQuery = (spotId: string) =>
  queryOptions({
    queryKey: ['spots', spotId, 'card'],
    queryFn: ({ signal }) => call('GET /api/spots/:spot_id/card', { params: { spot_id: spotId }, signal }),
    staleTime: 15_000,
  })

/** Whether a card was refused because its spot does not exist, or not any more. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.code === 'BAD_REQUEST')

/** The box around all spots that match some filters; null when none does. */
export const boundsQuery = (filters: AppliedFilters) =>
  queryOptions({
    queryKey: ['map', 'bounds', filters],
    queryFn: async ({ signal }) => (await call('GET /api/spots/bounds', { query: filters, signal })).bounds,
    staleTime: 15_000,
  })

const COALESCE_MS = 250
/** Spots that come and go elsewhere change only the count. */
const ELSEWHERE_MS = 30_000

/** Loads again what a view shows when spots in it are shared, changed or deleted by anybody. */
export function useLiveSpots(view: TileView, selectedId: string | null): void {
  const client = useQueryClient()
  const waitFor = useEffectEvent((event: SpotEvent): number | null => {
    if (event.kind === 'many' || event.at.some((at) => covers(view, at))) return COALESCE_MS
    return event.kind === 'updated' ? null : ELSEWHERE_MS
  })
  const reloadCard = useEffectEvent((spotId: string | null) => {
    if (selectedId && (spotId === null || spotId === selectedId))
      void client.invalidateQueries({ queryKey: spotCardQuery(selectedId).queryKey })
  })
  useEffect(() => {
    let next: { timer: ReturnType<typeof setTimeout>; at: number } | null = null
    const reloadIn = (ms: number) => {
      const at = Date.now() + ms
      if (next && next.at <= at) return
      clearTimeout(next?.timer)
      const timer = setTimeout(() => {
        next = null
        void client.invalidateQueries({ queryKey: ['map', 'spots'] })
        void client.invalidateQueries({ queryKey: ['map', 'list'] })
      }, ms)
      next = { timer, at }
    }
    const stop = listen('spot', {
      message: (event) => {
        reloadCard(event.spot_id)
        const wait = waitFor(event)
        if (wait !== null) reloadIn(wait)
      },
      gap: () => {
        reloadCard(null)
        reloadIn(COALESCE_MS)
      },
    })
    return () => {
      clearTimeout(next?.timer)
      stop()
    }
  }, [client])
}

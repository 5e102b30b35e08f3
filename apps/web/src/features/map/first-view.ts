import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { hereNow, homeTown, isExact, isRefused, timeZone } from '../location/index.ts'
import { DEFAULT_VIEW, SPOT_ZOOM } from './default-view.ts'
import type { Bounds, View } from './engine/types.ts'
import { viewOf } from './view-tiles.ts'

const NAME = 'nollie.map'
/** Nobody waits longer for a guess. */
const GUESS_MS = 2_000
/** A guessed region is not looked at closer than this. */
const REGION_ZOOM = 11

/** Where to look: a view, or a box to be framed. */
export type FirstView = View | { bounds: Bounds }

const isView = (value: unknown): value is View => {
  const { latitude, longitude, zoom } = (value ?? {}) as Record<string, unknown>
  return (
    [latitude, longitude, zoom].every((number) => typeof number === 'number' && Number.isFinite(number)) &&
    Math.abs(latitude as number) <= 90 &&
    Math.abs(longitude as number) <= 180
  )
}

/** Notes on this device where the map was left. */
export const storeView = (view: View): void => writeStored(NAME, view)

const guess = async (signal: AbortSignal): Promise<Bounds | null> => {
  const zone = timeZone()
  return (await call('GET /api/places/here', { query: zone ? { time_zone: zone } : {}, signal })).bounds
}

const firstView = async (signal: AbortSignal): Promise<FirstView> => {
  const last = readStored(NAME)
  if (isView(last)) return last
  const { record } = hereNow()
  if (isExact(record)) return { latitude: record.lat, longitude: record.lng, zoom: SPOT_ZOOM }
  const home = homeTown()
  if (home) return { latitude: home.latitude, longitude: home.longitude, zoom: REGION_ZOOM }
  const timeLimited = AbortSignal.any([signal, AbortSignal.timeout(GUESS_MS)])
  const country = isRefused() ? null : await guess(timeLimited).catch(() => null)
  if (country) return { bounds: country }
  const densest = await call('GET /api/map/densest', { signal: timeLimited }).catch(() => ({ bounds: null }))
  return densest.bounds ? { bounds: densest.bounds } : DEFAULT_VIEW
}

/**
 * Where a map opens that no link sends anywhere: where it was left on this device, else where the device is, else at the
 * person's home town, else what the server guesses, else where most spots are; the middle of the United States only when there is nothing at all to show.
 */
export const firstViewQuery = queryOptions({
  queryKey: ['map', 'first-view'],
  queryFn: ({ signal }) => firstView(signal),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
})

/** A first view on a map of so many pixels. */
export const viewOn = (first: FirstView, { width, height }: { width: number; height: number }): View =>
  'bounds' in first ? viewOf(first.bounds, width, height, REGION_ZOOM, 24) : first

import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { mapKeys } from '../../../lib/keys/map.ts'
import {
  devicePosition,
  readHomeTown,
  isExact,
  isRefused,
  locateIfPermitted,
  type LocationRecord,
  timeZone,
} from '../../places/index.ts'
import { DEFAULT_VIEW } from './default-view.ts'
import { SPOT_ZOOM } from './spot-zoom.ts'
import type { Bounds, View } from '../engine/types.ts'
import { lastView } from './last-view.ts'
import { fitView } from './view-tiles.ts'

/** Maximum wait for the device's position, in ms. */
const HERE_MS = 1_000
/** Maximum wait for the server's guess, in ms. */
const GUESS_MS = 2_000
/** The maximum zoom for a region that the server guessed. */
const REGION_ZOOM = 11

/** An initial view: either a center and zoom, or a box to fit. */
export type FirstView = View | { bounds: Bounds }

async function guess(signal: AbortSignal): Promise<Bounds | null> {
  const zone = timeZone()
  return (await call('GET /api/places/here', { query: zone ? { time_zone: zone } : {}, signal })).bounds
}

function toView({ lat, lng }: LocationRecord): View {
  return { latitude: lat, longitude: lng, zoom: SPOT_ZOOM }
}

async function firstView(signal: AbortSignal): Promise<FirstView> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), HERE_MS))
  const here = await Promise.race([locateIfPermitted({ quick: true }), late])
  if (here) return toView(here)
  const last = lastView()
  if (last) return last
  const { record } = devicePosition()
  if (isExact(record)) return toView(record)
  const home = readHomeTown()
  if (home) return { latitude: home.latitude, longitude: home.longitude, zoom: REGION_ZOOM }
  const timeLimited = AbortSignal.any([signal, AbortSignal.timeout(GUESS_MS)])
  // Requested immediately, to save a round trip if the time zone doesn't imply a country.
  const densest = call('GET /api/map/densest', { signal: timeLimited }).catch(() => ({ bounds: null }))
  const country = isRefused() ? null : await guess(timeLimited).catch(() => null)
  const bounds = country ?? (await densest).bounds
  return bounds ? { bounds } : DEFAULT_VIEW
}

/**
 * A map's initial view if the URL has none. Uses the first one available: this device's position if location access is
 * already permitted, its last view, its stored position, the person's hometown, the server's guess, the town with the
 * most spots, or the center of the United States.
 */
export const firstViewQuery = queryOptions({
  queryKey: mapKeys.firstView,
  queryFn: ({ signal }) => firstView(signal),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Converts a {@link FirstView} to a view on a map of this size in pixels. */
export function viewOn(first: FirstView, { width, height }: { width: number; height: number }): View {
  return 'bounds' in first ? fitView(first.bounds, width, height, REGION_ZOOM, 24) : first
}

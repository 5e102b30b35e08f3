import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { adKeys } from '../../lib/keys/ads.ts'
import { devicePosition, readHomeTown } from '../places/index.ts'

// Returns the hometown's position, or else the device's, rounded to a tenth of a degree (about 11 km), so that no
// exact position leaves the device.
function nearHere(): string | null {
  const { record } = devicePosition()
  const home = readHomeTown()
  const at = home ? [home.latitude, home.longitude] : record && [record.lat, record.lng]
  return at && at.map((degrees) => degrees.toFixed(1)).join(',')
}

/**
 * The query for an ad near the hometown, or else near the device's known position. If neither is known, there's no ad.
 */
export function adNearQuery() {
  const near = nearHere()
  return queryOptions({
    queryKey: adKeys.near(near),
    queryFn: ({ signal }) =>
      near ? call('GET /api/ads/near', { query: { near }, signal }) : Promise.resolve({ ad: null }),
    staleTime: 600_000,
    retry: false,
  })
}

/** The query for all ads; admins only. */
export const adsQuery = queryOptions({
  queryKey: adKeys.list,
  queryFn: ({ signal }) => call('GET /api/ads', { signal }),
})

const counted = new Set<string>()

/** Counts an impression, at most once per page load. */
export function countView(ad_id: string): void {
  if (counted.has(ad_id)) return
  counted.add(ad_id)
  // Losing an impression does no harm.
  call('POST /api/ads/:ad_id/views', { params: { ad_id } }).catch(() => undefined)
}

/** Counts a click on an ad's link. */
export function countPress(ad_id: string): void {
  call('POST /api/ads/:ad_id/presses', { params: { ad_id } }).catch(() => undefined)
}

import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { adKeys } from '../../lib/keys/ads.ts'
import { devicePosition, homeTown } from '../places/index.ts'

// A tenth of a degree, about 11 km: no more precise position leaves the device.
const nearHere = (): string | null => {
  const { record } = devicePosition()
  const home = homeTown()
  const at = home ? [home.latitude, home.longitude] : record && [record.lat, record.lng]
  return at && at.map((degrees) => degrees.toFixed(1)).join(',')
}

/** An ad near the home town, or else near the device's known position. Without either, none is requested. */
export const adNearQuery = () => {
  const near = nearHere()
  return queryOptions({
    queryKey: adKeys.near(near),
    queryFn: ({ signal }) =>
      near ? call('GET /api/ads/near', { query: { near }, signal }) : Promise.resolve({ ad: null }),
    staleTime: 600_000,
    retry: false,
  })
}

/** All ads, for admins. */
export const adsQuery = queryOptions({
  queryKey: adKeys.list,
  queryFn: ({ signal }) => call('GET /api/ads', { signal }),
})

const counted = new Set<string>()

/** Counts an impression, once per page. */
export const countView = (ad_id: string): void => {
  if (counted.has(ad_id)) return
  counted.add(ad_id)
  // A lost count does no harm.
  call('POST /api/ads/:ad_id/views', { params: { ad_id } }).catch(() => undefined)
}

/** Counts a click on an ad's link. */
export const countPress = (ad_id: string): void => {
  call('POST /api/ads/:ad_id/presses', { params: { ad_id } }).catch(() => undefined)
}

import { thisBrowser } from './browser-name.ts'
import { exactOptions, recordOf } from './detect-location.ts'
import { isExact } from './distance.ts'
import type { LocationRecord } from './stored-location.ts'

/** The age up to which a position is still where the person stands, in ms. */
const NOW_MS = 15_000

const ask = (options: PositionOptions) =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, options),
  )

/**
 * Where this device is right now, for what the person stores of this place: without a toast, and never guessed from the
 * network address. Null without a precise position, or without permission.
 */
export async function positionNow(): Promise<LocationRecord | null> {
  if (!isSecureContext || !('geolocation' in navigator)) return null
  try {
    const position = await ask({ ...exactOptions(thisBrowser()), maximumAge: NOW_MS })
    const record = recordOf(position, 'gps', Date.now())
    return isExact(record) ? record : null
  } catch {
    return null
  }
}

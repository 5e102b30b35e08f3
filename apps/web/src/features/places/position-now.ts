import { thisBrowser } from './browser-name.ts'
import { exactOptions, toRecord } from './detect-location.ts'
import { isExact } from './distance.ts'
import type { LocationRecord } from './stored-location.ts'

/** Positions no older than this (ms) count as current. */
const NOW_MS = 15_000

const ask = (options: PositionOptions) =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, options),
  )

/**
 * Returns the device's current position, for content stored about this place. Shows no toast and never guesses from the
 * IP address. Returns null without a precise position or without permission.
 */
export async function positionNow(): Promise<LocationRecord | null> {
  if (!isSecureContext || !('geolocation' in navigator)) return null
  try {
    const position = await ask({ ...exactOptions(thisBrowser()), maximumAge: NOW_MS })
    const record = toRecord(position, 'gps', Date.now())
    return isExact(record) ? record : null
  } catch {
    return null
  }
}

/** Returns {@link positionNow} if location is already permitted, otherwise null. Never asks for permission. */
export async function positionIfPermitted(): Promise<LocationRecord | null> {
  if (!('permissions' in navigator)) return null
  const permission = await navigator.permissions.query({ name: 'geolocation' }).catch(() => undefined)
  return permission?.state === 'granted' ? positionNow() : null
}

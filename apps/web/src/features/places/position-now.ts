import { readThisBrowser } from './browser-name.ts'
import { exactOptions, networkOptions, toRecord } from './detect-location.ts'
import { isExact } from './distance.ts'
import type { LocationRecord } from './stored-location.ts'

/** Positions no older than this (ms) count as current. */
const NOW_MS = 15_000

function ask(options: PositionOptions) {
  return new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, options),
  )
}

/** `quick`: the network's position, or one that is a few minutes old. Both arrive sooner. */
type How = { quick?: boolean }

/**
 * Returns the device's current position, for content stored about this place. Shows no toast and never guesses from the
 * IP address. Returns null without a precise position or without permission.
 */
export async function positionNow({ quick = false }: How = {}): Promise<LocationRecord | null> {
  if (!isSecureContext || !('geolocation' in navigator)) return null
  const browser = readThisBrowser()
  try {
    const position = await ask(
      quick ? networkOptions(browser) : { ...exactOptions(browser), maximumAge: NOW_MS },
    )
    const record = toRecord(position, quick ? 'network' : 'gps', Date.now())
    return isExact(record) ? record : null
  } catch {
    return null
  }
}

/** Whether location is already permitted. Never asks for permission. */
export async function isPermitted(): Promise<boolean> {
  if (!('permissions' in navigator)) return false
  const permission = await navigator.permissions.query({ name: 'geolocation' }).catch(() => undefined)
  return permission?.state === 'granted'
}

/** Returns {@link positionNow} if location is already permitted, otherwise null. Never asks for permission. */
export async function positionIfPermitted(how?: How): Promise<LocationRecord | null> {
  return (await isPermitted()) ? positionNow(how) : null
}

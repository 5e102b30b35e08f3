import type { Browser } from './browser-name.ts'
import type { LocationRecord } from './stored-location.ts'

/** The state of location detection. */
export type LocationStatus = 'detecting' | 'found' | 'denied' | 'error'

/**
 * The result of detection. `unavailable`: the browser doesn't share a position, so `record` is based on the IP address.
 */
export type Detected =
  | { status: 'found'; record: LocationRecord }
  | { status: 'denied' }
  | { status: 'error'; unavailable: boolean }
  | { status: 'found'; record: LocationRecord; unavailable: true }

/** The device APIs that detection uses. */
export type Device = {
  browser: Browser
  /** Null if the page can't ask for a position, because the browser has no such API or the page has no TLS. */
  geolocation: Pick<Geolocation, 'getCurrentPosition'> | null
  cached: () => LocationRecord | null
  /** Whether the person refused earlier. If so, the IP address isn't looked up either. */
  refused: () => boolean
  /** Looks up the approximate position of the IP address. Returns null if the position is unknown. */
  byIp: (signal: AbortSignal) => Promise<{ lat: number; lng: number; accuracy: number } | null>
  now: () => number
}

const PERMISSION_DENIED = 1
const MINUTES = 60_000

/** Returns the options for the precise stage. The timeout depends on the browser. */
export function exactOptions({ mobile, mobileSafari }: Browser): PositionOptions {
  return {
    enableHighAccuracy: true,
    timeout: mobileSafari ? 25_000 : mobile ? 15_000 : 8_000,
    maximumAge: 5 * MINUTES,
  }
}

/** Returns the options for the network stage. */
export function networkOptions({ mobileSafari }: Browser): PositionOptions {
  return {
    enableHighAccuracy: false,
    timeout: mobileSafari ? 15_000 : 5_000,
    maximumAge: 10 * MINUTES,
  }
}

/** Returns the maximum duration of a detection, in ms. */
export function fallbackMs({ mobileSafari }: Browser): number {
  return mobileSafari ? 35_000 : 25_000
}

/** Converts a browser position to a record. */
export function toRecord(
  { coords, timestamp }: GeolocationPosition,
  source: LocationRecord['source'],
  now: number,
): LocationRecord {
  return {
    lat: coords.latitude,
    lng: coords.longitude,
    accuracy: coords.accuracy,
    source,
    timestamp: Math.min(timestamp || now, now),
  }
}

function ask(geolocation: NonNullable<Device['geolocation']>, options: PositionOptions) {
  return new Promise<GeolocationPosition>((resolve, reject) =>
    geolocation.getCurrentPosition(resolve, reject, options),
  )
}

async function stages(device: Device, signal: AbortSignal): Promise<Detected> {
  const { browser, geolocation, now } = device
  if (geolocation) {
    for (const [source, options] of [
      ['gps', exactOptions(browser)],
      ['network', networkOptions(browser)],
    ] as const) {
      try {
        return { status: 'found', record: toRecord(await ask(geolocation, options), source, now()) }
      } catch (error) {
        if ((error as { code?: number }).code === PERMISSION_DENIED) return { status: 'denied' }
      }
      if (signal.aborted) return { status: 'error', unavailable: false }
    }
  }
  const unavailable = geolocation === null
  const rough = device.refused() ? null : await device.byIp(signal).catch(() => null)
  if (!rough) return { status: 'error', unavailable }
  const record = { ...rough, source: 'ip' as const, timestamp: now() }
  return unavailable ? { status: 'found', record, unavailable: true } : { status: 'found', record }
}

/**
 * Finds the device's position. Uses a position from the last 24 hours if there is one, or else tries the device's
 * precise position, then the network, then the IP address. A refusal ends detection immediately. The IP address is
 * never looked up after a refusal, whether now or earlier.
 */
export async function detect(device: Device, { fresh = false } = {}): Promise<Detected> {
  const cached = fresh ? null : device.cached()
  if (cached) return { status: 'found', record: cached }
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Detected>((resolve) => {
    timer = setTimeout(() => resolve({ status: 'error', unavailable: false }), fallbackMs(device.browser))
  })
  try {
    return await Promise.race([stages(device, stop.signal), late])
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

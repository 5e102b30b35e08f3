import type { Browser } from './browser.ts'
import type { LocationRecord } from './record.ts'

/** How detection stands; `detecting` until one of the others. */
export type LocationStatus = 'detecting' | 'found' | 'denied' | 'error'

/** How it ended. `unavailable`: this browser gives no position to this page, `record` is then what the address says. */
export type Detected =
  | { status: 'found'; record: LocationRecord }
  | { status: 'denied' }
  | { status: 'error'; unavailable: boolean }
  | { status: 'found'; record: LocationRecord; unavailable: true }

/** What detection needs of the device. */
export type Device = {
  browser: Browser
  /** Null where the page may not ask: no such interface, or plain http. */
  geolocation: Pick<Geolocation, 'getCurrentPosition'> | null
  cached: () => LocationRecord | null
  /** Whether the person refused before; then no address is looked up. */
  refused: () => boolean
  /** Rough position by the address; null when nobody knows. */
  byAddress: (signal: AbortSignal) => Promise<{ lat: number; lng: number; accuracy: number } | null>
  now: () => number
}

const PERMISSION_DENIED = 1
const MINUTES = 60_000

/** Options of the exact stage: patience by browser, and how old an answer may be. */
export const exactOptions = ({ mobile, mobileSafari }: Browser): PositionOptions => ({
  enableHighAccuracy: true,
  timeout: mobileSafari ? 25_000 : mobile ? 15_000 : 8_000,
  maximumAge: 5 * MINUTES,
})

/** Options of the network stage. */
export const networkOptions = ({ mobileSafari }: Browser): PositionOptions => ({
  enableHighAccuracy: false,
  timeout: mobileSafari ? 15_000 : 5_000,
  maximumAge: 10 * MINUTES,
})

/** When detection ends, whatever it waits for. */
export const fallbackMs = ({ mobileSafari }: Browser): number => (mobileSafari ? 35_000 : 25_000)

/** A browser's position as a record. */
export const recordOf = (
  { coords, timestamp }: GeolocationPosition,
  source: LocationRecord['source'],
  now: number,
): LocationRecord => ({
  lat: coords.latitude,
  lng: coords.longitude,
  accuracy: coords.accuracy,
  source,
  timestamp: Math.min(timestamp || now, now),
})

const ask = (geolocation: NonNullable<Device['geolocation']>, options: PositionOptions) =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    geolocation.getCurrentPosition(resolve, reject, options),
  )

const stages = async (device: Device, signal: AbortSignal): Promise<Detected> => {
  const { browser, geolocation, now } = device
  if (geolocation) {
    for (const [source, options] of [
      ['gps', exactOptions(browser)],
      ['network', networkOptions(browser)],
    ] as const) {
      try {
        return { status: 'found', record: recordOf(await ask(geolocation, options), source, now()) }
      } catch (error) {
        if ((error as { code?: number }).code === PERMISSION_DENIED) return { status: 'denied' }
      }
      if (signal.aborted) return { status: 'error', unavailable: false }
    }
  }
  const unavailable = geolocation === null
  const rough = device.refused() ? null : await device.byAddress(signal).catch(() => null)
  if (!rough) return { status: 'error', unavailable }
  const record = { ...rough, source: 'ip' as const, timestamp: now() }
  return unavailable ? { status: 'found', record, unavailable: true } : { status: 'found', record }
}

/**
 * Finds the device: what was found within a day, else the exact position, else the network's, else what the address says.
 * A refusal ends it at once; nothing is looked up by the address then, nor after an earlier refusal.
 */
export const detect = async (device: Device, { fresh = false } = {}): Promise<Detected> => {
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

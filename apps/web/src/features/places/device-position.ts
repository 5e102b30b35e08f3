import { createAtom, useSelector } from '@tanstack/react-store'
import { readThisBrowser } from './browser-name.ts'
import { locateByIp } from './location-by-ip.ts'
import { type Detected, detect, exactOptions, type LocationStatus, toRecord } from './detect-location.ts'
import { isExact } from './distance.ts'
import { showDetected } from './location-toasts.ts'
import { positionIfPermitted } from './position-now.ts'
import {
  readCachedRecord,
  isRefused,
  storeRecord,
  type LocationRecord,
  noteRefusal,
} from './stored-location.ts'

/** This device's position, if known. `heading` is in degrees from north; null if unknown. */
export type DevicePosition = {
  status: LocationStatus | 'idle'
  record: LocationRecord | null
  heading: number | null
  /** Whether the map follows the device. */
  following: boolean
  /** Whether an arrow points from the device to a place. */
  guiding: boolean
}

// Starts with a position that was stored on this device within the last 24 hours.
const here = createAtom<DevicePosition>({
  status: 'idle',
  record: readCachedRecord(Date.now()),
  heading: null,
  following: false,
  guiding: false,
})
let watch: number | null = null
let running: Promise<Detected> | null = null

function put(change: Partial<DevicePosition>): void {
  return here.set((now) => ({ ...now, ...change }))
}

function geolocation(): Geolocation | null {
  return isSecureContext && 'geolocation' in navigator ? navigator.geolocation : null
}

/** Returns this device's position. */
export function devicePosition(): DevicePosition {
  return here.get()
}

/** Returns this device's position, and rerenders when it changes. */
export function useDevicePosition(): DevicePosition {
  return useSelector(here)
}

function take(found: Detected): void {
  if (found.status !== 'found') {
    if (found.status === 'denied') noteRefusal(true)
    return put({ status: found.status })
  }
  const { record } = found
  if (record.source === 'gps' || record.source === 'network') noteRefusal(false)
  if (record.source !== 'cache') storeRecord(record)
  put({ status: 'found', record })
}

/** Locates this device and publishes the result. Concurrent calls share one detection. */
export function locate(how: { fresh?: boolean } = {}): Promise<Detected> {
  running ??= (async () => {
    put({ status: 'detecting' })
    const browser = readThisBrowser()
    const found = await detect(
      {
        browser,
        geolocation: geolocation(),
        cached: () => {
          const cached = readCachedRecord(Date.now())
          // A cached guess from the IP address must not prevent a real detection.
          return isExact(cached) ? cached : null
        },
        refused: isRefused,
        byIp: locateByIp,
        now: Date.now,
      },
      how,
    )
    take(found)
    showDetected(found, browser)
    return found
  })().finally(() => {
    running = null
  })
  return running
}

/**
 * Publishes and returns this device's current position if location is already permitted, otherwise null. Never asks for
 * permission and shows no toast. The position isn't stored, so that the locate button still starts a new detection.
 */
export async function locateIfPermitted(how?: { quick: boolean }): Promise<LocationRecord | null> {
  const record = await positionIfPermitted(how)
  if (record && here.get().status === 'idle') put({ record })
  return record
}

/** Sets the position that the person chose on the map. */
export function setByHand(lat: number, lng: number): void {
  const record: LocationRecord = { lat, lng, accuracy: 50, source: 'manual', timestamp: Date.now() }
  storeRecord(record)
  put({ status: 'found', record })
}

function compass(event: Event): void {
  const { webkitCompassHeading, alpha, absolute } = event as DeviceOrientationEvent & {
    webkitCompassHeading?: number
  }
  const heading = webkitCompassHeading ?? (absolute && alpha !== null ? 360 - alpha : null)
  if (heading !== null && Math.abs(heading - (here.get().heading ?? -99)) >= 3) put({ heading })
}

// Must be called from a click, because some browsers ask for compass permission only in response to one.
function startWatching(): boolean {
  const device = geolocation()
  if (!device) return false
  if (watch !== null) return true
  const permission = (
    globalThis.DeviceOrientationEvent as { requestPermission?: () => Promise<string> } | undefined
  )?.requestPermission?.()
  permission?.catch(() => undefined)
  addEventListener('deviceorientationabsolute', compass)
  addEventListener('deviceorientation', compass)
  watch = device.watchPosition(
    (position) => {
      const record = toRecord(position, 'gps', Date.now())
      storeRecord(record)
      const { heading } = position.coords
      put({ status: 'found', record, ...(heading === null || Number.isNaN(heading) ? {} : { heading }) })
    },
    (error) => {
      if (error.code !== error.PERMISSION_DENIED) return
      noteRefusal(true)
      stopFollowing()
      stopGuiding()
      put({ status: 'denied' })
    },
    exactOptions(readThisBrowser()),
  )
  return true
}

function stopWatching(): void {
  const { following, guiding } = here.get()
  if (following || guiding) return
  if (watch !== null) geolocation()?.clearWatch(watch)
  watch = null
  removeEventListener('deviceorientationabsolute', compass)
  removeEventListener('deviceorientation', compass)
  put({ heading: null })
}

/** Follows the device's position until {@link stopFollowing} is called. */
export function follow(): void {
  if (startWatching()) put({ following: true })
}

/** Stops following the device. */
export function stopFollowing(): void {
  if (!here.get().following) return
  put({ following: false })
  stopWatching()
}

/** Reads the device's position and compass until {@link stopGuiding} is called. */
export function guide(): void {
  if (startWatching()) put({ guiding: true })
}

/** Stops guiding the person to a place. */
export function stopGuiding(): void {
  if (!here.get().guiding) return
  put({ guiding: false })
  stopWatching()
}

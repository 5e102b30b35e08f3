import { useSyncExternalStore } from 'react'
import { thisBrowser } from './browser.ts'
import { locateByAddress } from './by-address.ts'
import { type Detected, detect, exactOptions, type LocationStatus, recordOf } from './detect.ts'
import { isExact } from './distance.ts'
import { showDetected } from './location-toasts.ts'
import { cachedRecord, isRefused, storeRecord, type LocationRecord, noteRefusal } from './record.ts'

/** Where this device is, as far as this page knows. `heading` in degrees from north, null where unknown. */
export type Here = {
  status: LocationStatus | 'idle'
  record: LocationRecord | null
  heading: number | null
  /** The map goes along with the device. */
  following: boolean
}

let here: Here = { status: 'idle', record: null, heading: null, following: false }
let read = false
let watch: number | null = null
let running: Promise<Detected> | null = null
const subscribers = new Set<() => void>()

const put = (change: Partial<Here>): void => {
  here = { ...here, ...change }
  for (const view of subscribers) view()
}

const geolocation = (): Geolocation | null =>
  isSecureContext && 'geolocation' in navigator ? navigator.geolocation : null

/** Where this device is; at first what it knew within the last day. */
export const hereNow = (): Here => {
  if (!read) {
    read = true
    here = { ...here, record: cachedRecord(Date.now()) }
  }
  return here
}

const subscribe = (view: () => void) => {
  subscribers.add(view)
  return () => void subscribers.delete(view)
}

/** Where this device is; renders again when that changes. */
export const useHere = (): Here => useSyncExternalStore(subscribe, hereNow)

const take = (found: Detected): void => {
  if (found.status !== 'found') {
    if (found.status === 'denied') noteRefusal(true)
    return put({ status: found.status })
  }
  const { record } = found
  if (record.source === 'gps' || record.source === 'network') noteRefusal(false)
  if (record.source !== 'cache') storeRecord(record)
  put({ status: 'found', record })
}

/** Locates this device and shows the result. Calls while it runs share one search. */
export const locate = (how: { fresh?: boolean } = {}): Promise<Detected> => {
  running ??= (async () => {
    put({ status: 'detecting' })
    const browser = thisBrowser()
    const found = await detect(
      {
        browser,
        geolocation: geolocation(),
        cached: () => {
          const cached = cachedRecord(Date.now())
          // A guess by the address is no reason not to ask the device.
          return isExact(cached) ? cached : null
        },
        refused: isRefused,
        byAddress: locateByAddress,
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

/** The person says where they are themselves. */
export const setByHand = (lat: number, lng: number): void => {
  const record: LocationRecord = { lat, lng, accuracy: 50, source: 'manual', timestamp: Date.now() }
  storeRecord(record)
  put({ status: 'found', record })
}

const compass = (event: Event): void => {
  const { webkitCompassHeading, alpha, absolute } = event as DeviceOrientationEvent & {
    webkitCompassHeading?: number
  }
  const heading = webkitCompassHeading ?? (absolute && alpha !== null ? 360 - alpha : null)
  if (heading !== null && Math.abs(heading - (here.heading ?? -99)) >= 3) put({ heading })
}

/** Goes along with the device until {@link stopFollowing}. */
export const follow = (): void => {
  const device = geolocation()
  if (!device || watch !== null) return
  const permission = (
    globalThis.DeviceOrientationEvent as { requestPermission?: () => Promise<string> } | undefined
  )?.requestPermission?.()
  permission?.catch(() => undefined)
  addEventListener('deviceorientationabsolute', compass)
  addEventListener('deviceorientation', compass)
  put({ following: true })
  watch = device.watchPosition(
    (position) => {
      const record = recordOf(position, 'gps', Date.now())
      storeRecord(record)
      const { heading } = position.coords
      put({ status: 'found', record, ...(heading === null || Number.isNaN(heading) ? {} : { heading }) })
    },
    (error) => {
      if (error.code !== error.PERMISSION_DENIED) return
      noteRefusal(true)
      stopFollowing()
      put({ status: 'denied' })
    },
    exactOptions(thisBrowser()),
  )
}

/** The map stays where it is from now on. */
export const stopFollowing = (): void => {
  if (watch !== null) geolocation()?.clearWatch(watch)
  watch = null
  removeEventListener('deviceorientationabsolute', compass)
  removeEventListener('deviceorientation', compass)
  if (here.following) put({ following: false, heading: null })
}

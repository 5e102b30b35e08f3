import { ask, type Bridge, trigger } from './bridge.ts'
import { replace } from './replace.ts'

const DENIED = 1
const UNAVAILABLE = 2
/** The plugin's error codes for missing permission or disabled location services. */
const REFUSED = new Set(['OS-PLUG-GLOC-0003', 'OS-PLUG-GLOC-0008', 'OS-PLUG-GLOC-0009'])

type Failure = { code?: string; message?: string }

function toPositionError(failure: unknown): GeolocationPositionError {
  const { code = '', message = '' } = (failure ?? {}) as Failure
  const refused = REFUSED.has(code) || /denied/i.test(message)
  return {
    code: refused ? DENIED : UNAVAILABLE,
    message,
    PERMISSION_DENIED: 1,
    POSITION_UNAVAILABLE: 2,
    TIMEOUT: 3,
  }
}

/** Implements the browser's geolocation API with the plugin, which shows the app's own permission text. */
export function createGeolocation(
  bridge: Bridge,
): Pick<Geolocation, 'getCurrentPosition' | 'watchPosition' | 'clearWatch'> {
  const watches = new Map<number, string>()
  let last = 0
  return {
    getCurrentPosition: (found, failed, options) => {
      ask<GeolocationPosition>(bridge, 'Geolocation', 'getCurrentPosition', { ...options }).then(
        found,
        (failure: unknown) => failed?.(toPositionError(failure)),
      )
    },
    watchPosition: (found, failed, options) => {
      last += 1
      const id = bridge.nativeCallback(
        'Geolocation',
        'watchPosition',
        { ...options },
        (position, failure) => {
          if (position) found(position as GeolocationPosition)
          else failed?.(toPositionError(failure))
        },
      )
      watches.set(last, id)
      return last
    },
    clearWatch: (watch) => {
      const id = watches.get(watch)
      if (id !== undefined) trigger(bridge, 'Geolocation', 'clearWatch', { id })
      watches.delete(watch)
    },
  }
}

/** Replaces `navigator.geolocation` with the device's implementation. */
export function installGeolocation(bridge: Bridge): void {
  return replace(navigator, 'geolocation', createGeolocation(bridge))
}

import { ask, type Bridge } from './bridge.ts'
import { replace } from './replace.ts'

type States = { camera: string }

async function mayUse(bridge: Bridge): Promise<boolean> {
  const permissions = { permissions: ['camera'] }
  const { camera } = await ask<States>(bridge, 'Camera', 'checkPermissions')
  if (camera === 'granted') return true
  if (camera === 'denied') return false
  return (await ask<States>(bridge, 'Camera', 'requestPermissions', permissions)).camera === 'granted'
}

/** Wraps `getUserMedia` so that it first requests the system permission, with the app's own explanation. */
export function wrapCamera(bridge: Bridge, open: MediaDevices['getUserMedia']): MediaDevices['getUserMedia'] {
  return async (wanted) => {
    if (wanted?.video && !(await mayUse(bridge)))
      throw new DOMException('The camera is not allowed', 'NotAllowedError')
    return open(wanted)
  }
}

/** Makes the page request camera permission the way an app does. Does nothing if there's no camera. */
export function installCamera(bridge: Bridge): void {
  const { mediaDevices } = navigator
  if (typeof mediaDevices?.getUserMedia !== 'function') return
  replace(mediaDevices, 'getUserMedia', wrapCamera(bridge, mediaDevices.getUserMedia.bind(mediaDevices)))
}

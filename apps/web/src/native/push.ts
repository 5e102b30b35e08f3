import type { NativePushDevice } from '@nollie/contract'
import type { ShellPush } from '../lib/native-shell.ts'
import { ask, type Bridge, trigger } from './bridge.ts'
import { parseLinkPath } from './links.ts'

/** Storage key set while notifications are turned on in this app. The push token is requested only then. */
const ON = 'nollie.app-push'

type Send = (device: NativePushDevice) => Promise<unknown>

function toDevice(bridge: Bridge, token: string): NativePushDevice {
  return {
    platform: bridge.getPlatform() === 'ios' ? 'ios' : 'android',
    token,
  }
}

function register(bridge: Bridge): Promise<NativePushDevice> {
  return new Promise((resolve, reject) => {
    bridge.addListener('PushNotifications', 'registration', (data) =>
      resolve(toDevice(bridge, (data as { value: string }).value)),
    )
    bridge.addListener('PushNotifications', 'registrationError', (data) =>
      reject(new Error((data as { error?: string }).error ?? 'This device could not be registered')),
    )
    ask(bridge, 'PushNotifications', 'register').catch(reject)
  })
}

/** Creates functions that turn this app's push notifications on and off. */
export function createPush(bridge: Bridge): ShellPush {
  return {
    turnOn: async () => {
      const { receive } = await ask<{ receive: string }>(bridge, 'PushNotifications', 'requestPermissions')
      if (receive !== 'granted') return null
      const device = await register(bridge)
      localStorage.setItem(ON, device.token)
      return device
    },
    turnOff: async () => {
      localStorage.removeItem(ON)
      await ask(bridge, 'PushNotifications', 'unregister').catch(() => undefined)
    },
  }
}

/** After sign-out, clears the lock screen for the next person, and unregisters the device. */
export function forgetPush(bridge: Bridge): void {
  if (localStorage.getItem(ON) === null) return
  localStorage.removeItem(ON)
  trigger(bridge, 'PushNotifications', 'removeAllDeliveredNotifications')
  trigger(bridge, 'PushNotifications', 'unregister')
}

// Google and Apple rotate push tokens, so this checks for a new one at each start and while the app is running.
async function renew(bridge: Bridge, notify: Send): Promise<void> {
  const keep = async (device: NativePushDevice) => {
    const known = localStorage.getItem(ON)
    if (known === null || known === device.token) return
    await notify(device)
    localStorage.setItem(ON, device.token)
  }
  bridge.addListener('PushNotifications', 'registration', (data) => {
    keep(toDevice(bridge, (data as { value: string }).value)).catch(() => undefined)
  })
  const { receive } = await ask<{ receive: string }>(bridge, 'PushNotifications', 'checkPermissions')
  if (receive === 'granted') await ask(bridge, 'PushNotifications', 'register')
}

/** Opens the target of a selected notification, and sends this device's new push tokens to the server. */
export function installPush(bridge: Bridge, server: URL, notify: Send): void {
  bridge.addListener('PushNotifications', 'pushNotificationActionPerformed', (data) => {
    const { notification } = data as { notification?: { data?: { url?: string } } }
    const path = parseLinkPath(notification?.data?.url, server)
    // The router picks up the change.
    if (path) history.pushState(null, '', path)
  })
  if (localStorage.getItem(ON) !== null) renew(bridge, notify).catch(() => undefined)
}

import type { Push } from '@nollie/contract'
import { call } from '../../../lib/api.ts'
import { shell, type ShellPush } from '../../../lib/native-shell.ts'

/** Whether this browser or app can show notifications while Nollie is closed, and if not, why not. */
export type PushState = 'possible' | 'blocked' | 'impossible'

/** Maximum wait (ms) for the service worker, which is registered a few seconds after the first page loads. */
const WORKER_MS = 20_000

/** @see PushState */
export function pushState({ native }: Push): PushState {
  const app = shell()
  if (app) return native && app.push ? 'possible' : 'impossible'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'impossible'
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

/** Whether the person denied permission. If they closed the prompt without answering, the browser can ask again. */
export function isRefused(): boolean {
  return Boolean(shell()) || Notification.permission === 'denied'
}

function getWorker(): Promise<ServiceWorkerRegistration> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('no service worker')), WORKER_MS)
    }),
  ])
}

function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
}

function encodeBytes(bytes: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function subscribeApp(app: ShellPush) {
  const device = await app.turnOn()
  return device && call('PUT /api/push/native-device', { body: device })
}

/** Asks for permission and subscribes this browser or app. Returns null if permission is denied. */
export async function subscribeHere({ public_key }: Push) {
  const app = shell()?.push
  if (app) return subscribeApp(app)
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await getWorker()
  const former = await pushManager.getSubscription()
  // The existing subscription uses one of the server's old keys.
  if (former && encodeBytes(former.options.applicationServerKey) !== public_key) await former.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: decodeBytes(public_key),
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  return call('PUT /api/push/device', { body: { endpoint, p256dh, auth } })
}

/** Unsubscribes this browser or app, and removes its subscription from the server. */
export async function unsubscribeHere() {
  await shell()?.push?.turnOff()
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  return call('DELETE /api/push/device')
}

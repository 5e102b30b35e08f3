import { call } from '../../lib/api.ts'

/** Whether this browser can show notifications while Nollie is closed, and if not, why. */
export type PushState = 'possible' | 'blocked' | 'impossible'

/** The time in which the service worker is there at the latest; it comes a few seconds after the first page. */
const WORKER_MS = 20_000

/** @see PushState */
export const pushState = (): PushState => {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'impossible'
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

const workerOf = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('no service worker')), WORKER_MS)
    }),
  ])

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Asks for the permission and subscribes this browser; null if the person refuses. */
export const subscribeHere = async (public_key: string) => {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await workerOf()
  const former = await pushManager.getSubscription()
  // Of a server whose key is another one by now.
  if (former && textOf(former.options.applicationServerKey) !== public_key) await former.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(public_key),
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  return call('PUT /api/push/device', { body: { endpoint, p256dh, auth } })
}

/** Ends the subscription of this browser, and removes it from the server. */
export const unsubscribeHere = async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  return call('DELETE /api/push/device')
}

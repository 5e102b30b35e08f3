declare const self: ServiceWorkerGlobalScope

type Shown = { title: string; body: string; tag: string; path: string }

/** Likes and follows silently replace earlier ones. */
const SILENT = /^(?:like|comment_like|follow) /
const ICON = '/icon-192.png'
const BADGE = '/icon-monochrome.svg'
const DEVICE = '/api/push/device'

function windows() {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

/** Shows a push notification. Does nothing while Nollie is visible, because the page shows the notification itself. */
export async function showPush({ data }: PushEvent): Promise<void> {
  const { shown = [] } = (data?.json() ?? {}) as { shown?: Shown[] }
  if ((await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return
  for (const { title, body, tag, path } of shown) {
    const renotify = !SILENT.test(tag)
    const options: NotificationOptions & { renotify: boolean } = {
      body,
      tag,
      renotify,
      icon: ICON,
      badge: BADGE,
      data: path,
    }
    await self.registration.showNotification(title, options)
  }
}

/** How long (ms) to wait for a page to confirm that it will navigate by itself, which preserves typed text. */
const LISTENS_MS = 1_000

function askToNavigate(client: Client, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(true))
    port1.start()
    setTimeout(() => resolve(false), LISTENS_MS)
    client.postMessage({ kind: 'go', path }, [port2])
  })
}

/** Opens a notification's page, in an existing window if there is one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const path = String(notification.data)
  const [open] = await windows()
  if (!open) return void (await self.clients.openWindow(path))
  // Some browsers don't allow focusing without a user gesture.
  await open.focus().catch(() => undefined)
  if (!(await askToNavigate(open, path))) await open.navigate(path)
}

/** Sends the new subscription to the server after the browser has replaced it. */
export async function renewSubscription(options: PushSubscriptionOptionsInit): Promise<void> {
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(options)).toJSON()
  const body = JSON.stringify({ endpoint, ...keys })
  await fetch(DEVICE, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
}

/** Ends this browser's subscription, because someone else may sign in. */
export async function endSubscription(): Promise<void> {
  const subscription = await self.registration.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  for (const notification of await self.registration.getNotifications()) notification.close()
}

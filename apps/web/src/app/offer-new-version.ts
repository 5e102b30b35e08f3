import { m } from '../i18n/messages.ts'
import { toast } from '../ui/toast.ts'

/** Interval (ms) between checks for a new version. */
const UPDATE_EVERY_MS = 3_600_000
const UNTIL_PRESSED_MS = 24 * 3_600_000

// The new version waits until the person accepts it, because a form may be open.
function offer(waiting: ServiceWorker, active: ServiceWorker | null): void {
  // If only the language differs, this page already has the files. (After a forced reload, a page has no controller.)
  if (active && waiting.scriptURL !== active.scriptURL) return waiting.postMessage({ kind: 'activate' })
  toast({
    kind: 'info',
    title: m.shell_update(),
    description: m.shell_update_text(),
    duration: UNTIL_PRESSED_MS,
    action: {
      label: m.shell_update_load(),
      run: () => {
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
        waiting.postMessage({ kind: 'activate' })
      },
    },
  })
}

/** Offers to load each new version for as long as this page is open. */
export function offerNewVersions(registration: ServiceWorkerRegistration): void {
  if (registration.waiting) offer(registration.waiting, registration.active)
  registration.addEventListener('updatefound', () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => {
      if (next.state === 'installed' && registration.active) offer(next, registration.active)
    })
  })
  setInterval(() => void registration.update().catch(() => undefined), UPDATE_EVERY_MS)
}

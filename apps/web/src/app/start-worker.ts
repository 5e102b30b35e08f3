import { refreshAreas } from '../features/stored-areas/index.ts'
import { STORED_AREAS } from '../lib/places/stored-areas.ts'
import { serverAnswers } from '../lib/server-answers.ts'
import { go } from '../lib/navigation.ts'
import { session } from '../lib/session.ts'
import { offerNewVersions } from './offer-new-version.ts'
import { queryClient } from './query-client.ts'

/** Interval (ms) between checks of whether the server is responding again. */
const ASK_EVERY_MS = 5_000
/** If the data is stale again within this time (ms), the next check is delayed. */
const AGAIN_MS = 30_000

const { dataset } = document.documentElement

// The offline banner and queries listen for these events, which browsers don't send if only the server is down.
function publish(name: 'online' | 'offline') {
  return dispatchEvent(new Event(name))
}

let asking = false
let lastRefetchAt = Number.NEGATIVE_INFINITY

function pause() {
  return new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
}

/** Marks the screen's data as stale, and refetches it once the server responds. */
async function noteBehind(worker: ServiceWorkerContainer): Promise<void> {
  if (asking) return
  asking = true
  dataset.behind = 'true'
  publish('offline')
  // Prevents a refetch loop if the server passes this check but every other request fails.
  if (performance.now() - lastRefetchAt < AGAIN_MS) await pause()
  while (!(await serverAnswers())) await pause()
  lastRefetchAt = performance.now()
  asking = false
  delete dataset.behind
  worker.controller?.postMessage({ kind: 'up-to-date' })
  publish('online')
  await queryClient.invalidateQueries()
}

// Queries also run offline, because the service worker responds from its cache.
function askAlways(): void {
  const { queries, ...rest } = queryClient.getDefaultOptions()
  const always = { networkMode: 'always', refetchOnReconnect: true } as const
  queryClient.setDefaultOptions({ ...rest, queries: { ...queries, ...always } })
}

// Updates any map areas stored on this device.
async function refreshStoredAreas(): Promise<void> {
  if (await caches.has(STORED_AREAS)) await refreshAreas()
}

// Starts the service worker for members, once nothing else is loading.
async function start(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await session.ready().catch(() => undefined)
  if (session.get().status !== 'signed-in') return
  askAlways()
  const { serviceWorker: worker } = navigator
  worker.addEventListener('message', ({ data, ports }: MessageEvent<{ kind?: string; path?: string }>) => {
    if (data.kind === 'behind') void noteBehind(worker)
    // Someone clicked a notification.
    if (data.kind === 'go' && data.path) {
      ports[0]?.postMessage('goes')
      go(data.path)
    }
  })
  worker.controller?.postMessage({ kind: 'ask' })
  const { lang } = document.documentElement
  const registration = await worker
    .register(`/worker.js?lang=${lang}`, { updateViaCache: 'none' })
    .catch(() => null)
  if (!registration) return
  offerNewVersions(registration)
  void refreshStoredAreas()
  addEventListener('online', () => void refreshStoredAreas())
  // On the first visit, the service worker hasn't cached this page and its data yet.
  if (worker.controller) return
  const { active } = await worker.ready
  const shown = performance.getEntriesByType('resource').map(({ name }) => name)
  // Cache the configuration too, because maps need it even if they are first opened offline.
  active?.postMessage({
    kind: 'look',
    page: location.href,
    shown: [...shown, `${location.origin}/api/config`],
  })
}

void start()

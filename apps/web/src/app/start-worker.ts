import { refreshAreas } from '../features/stored-areas/index.ts'
import { STORED_AREAS } from '../lib/stored-areas.ts'
import { serverAnswers } from '../lib/server-answers.ts'
import { go } from '../lib/navigation.ts'
import { session } from '../lib/session.ts'
import { offerNewVersions } from './offer-new-version.ts'
import { queryClient } from './query-client.ts'

/** Between two questions whether the server answers again. */
const ASK_EVERY_MS = 5_000
/** Who is behind again within this time asks after a pause. */
const AGAIN_MS = 30_000

const { dataset } = document.documentElement

// The banner and the queries learn about the network from these two events, which a dead server does not cause.
const publish = (name: 'online' | 'offline') => dispatchEvent(new Event(name))

let asking = false
let lastBehind = Number.NEGATIVE_INFINITY
const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))

/** Shows that what is on screen was seen before, and asks for it anew once the server answers. */
const noteBehind = async (worker: ServiceWorkerContainer): Promise<void> => {
  if (asking) return
  asking = true
  dataset.behind = 'true'
  publish('offline')
  // A server that answers this question, but nothing else, must not be asked for everything again and again.
  if (performance.now() - lastBehind < AGAIN_MS) await pause()
  while (!(await serverAnswers())) await pause()
  lastBehind = performance.now()
  asking = false
  delete dataset.behind
  worker.controller?.postMessage({ kind: 'up-to-date' })
  publish('online')
  await queryClient.invalidateQueries()
}

// Also without a network, because the worker answers with what was seen last.
const askAlways = (): void => {
  const { queries, ...rest } = queryClient.getDefaultOptions()
  const always = { networkMode: 'always', refetchOnReconnect: true } as const
  queryClient.setDefaultOptions({ ...rest, queries: { ...queries, ...always } })
}

// The parts of the map that this device stores, if it stores any.
const refreshStoredAreas = async (): Promise<void> => {
  if (await caches.has(STORED_AREAS)) await refreshAreas()
}

// For members, once nothing else has to be loaded.
async function start(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await session.ready().catch(() => undefined)
  if (session.get().status !== 'signed-in') return
  askAlways()
  const { serviceWorker: worker } = navigator
  worker.addEventListener('message', ({ data, ports }: MessageEvent<{ kind?: string; path?: string }>) => {
    if (data.kind === 'behind') void noteBehind(worker)
    // Somebody pressed a notification.
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
  // On the first visit the worker has seen nothing yet: this page, and what it shows.
  if (worker.controller) return
  const { active } = await worker.ready
  const shown = performance.getEntriesByType('resource').map(({ name }) => name)
  // Maps begin with the configuration, also the first one that is opened without a network.
  active?.postMessage({
    kind: 'look',
    page: location.href,
    shown: [...shown, `${location.origin}/api/config`],
  })
}

void start()

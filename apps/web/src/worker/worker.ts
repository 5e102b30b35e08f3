import { BASEMAP, basemap } from './basemap.ts'
import { STREETS, streets } from './stored-area-answers.ts'
import {
  isBehind,
  isUpToDate,
  LEAVING,
  liveOrCached,
  lookAt,
  openPage,
  signingInOrOut,
} from './network-first.ts'
import { dropOldPrograms, installProgram, isOfProgram, programFile } from './program.ts'
import { openNotification, renewSubscription, showPush } from './push.ts'
import { findCacheName } from './response-cache.ts'
import { receiveShared, SHARE_TARGET } from './shared-files.ts'

// The service worker, which makes Nollie work offline (docs/decisions/0088-without-a-network.md).

declare const self: ServiceWorkerGlobalScope

const EMBED = '/embed'

function answerTo(event: FetchEvent): Promise<Response> | null {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return null
  if (request.method === 'POST' && request.mode === 'navigate' && pathname === SHARE_TARGET)
    return receiveShared(request)
  if (request.method === 'POST' && (pathname.startsWith('/api/auth/') || pathname === LEAVING))
    return signingInOrOut(request)
  if (request.method !== 'GET') return null
  // The embedded map never gets the app's pages or responses.
  if (pathname === EMBED || pathname.startsWith(`${EMBED}/`)) return null
  if (pathname === BASEMAP) return basemap(event)
  // Videos are read in ranges, and aren't cached.
  if (request.headers.has('range') || request.destination === 'video') return null
  // Requests with `direct` come from a page that stores the photos itself.
  if (new URL(request.url).searchParams.has('direct')) return null
  if (pathname === STREETS || pathname.startsWith(`${STREETS}/`)) return streets(request)
  if (isOfProgram(pathname)) return programFile(pathname, request)
  if (findCacheName(pathname)) return liveOrCached(event)
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) return openPage(event)
  return null
}

/** Retry interval (ms). If the old worker is stopping and must be woken up, the new worker's request may be lost. */
const ASK_AGAIN_MS = 1_000

/** Takes over from the previous worker. */
function takeOver(): void {
  if (!self.registration.waiting) return
  void self.skipWaiting()
  setTimeout(takeOver, ASK_AGAIN_MS)
}

self.addEventListener('install', (event) => event.waitUntil(installProgram()))
self.addEventListener('activate', (event) =>
  event.waitUntil(dropOldPrograms().then(() => self.clients.claim())),
)
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})
self.addEventListener('push', (event) => event.waitUntil(showPush(event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
self.addEventListener('pushsubscriptionchange', ((
  event: ExtendableEvent & { oldSubscription?: PushSubscription },
) => {
  const { oldSubscription } = event
  if (oldSubscription) event.waitUntil(renewSubscription(oldSubscription.options))
}) as EventListener)
self.addEventListener('message', (event) => {
  const { data, source } = event
  const { kind, page, shown } = (data ?? {}) as { kind?: string; page?: string; shown?: string[] }
  if (kind === 'activate') takeOver()
  if (!(source instanceof WindowClient)) return
  if (kind === 'ask' && isBehind(source.id)) source.postMessage({ kind: 'behind' })
  if (kind === 'look' && page && shown) event.waitUntil(lookAt(page, shown))
  if (kind === 'up-to-date') isUpToDate(source.id)
})

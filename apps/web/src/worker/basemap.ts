import { BASEMAP_CACHE } from './program.ts'

declare const self: ServiceWorkerGlobalScope & { navigator: { connection?: { saveData?: boolean } } }

/** The world map shipped with the app. Maps request byte ranges of it. */
export const BASEMAP = '/basemap/world.pmtiles'
/** Delay (ms) after the first range, so that the visible map loads first. */
const LATER_MS = 10_000

let loading: Promise<void> | null = null

async function loadWhole(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LATER_MS))
  if (self.navigator.connection?.saveData) return
  const cache = await caches.open(BASEMAP_CACHE)
  await cache.add(BASEMAP)
}

async function slicePart(whole: Response, range: string): Promise<Response> {
  const blob = await whole.blob()
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? []
  const end = Math.min(to === '' ? blob.size : Number(to) + 1, blob.size)
  const headers = new Headers(whole.headers)
  headers.set('content-range', `bytes ${from}-${end - 1}/${blob.size}`)
  headers.set('content-length', String(end - Number(from)))
  return new Response(blob.slice(Number(from), end), { status: 206, headers })
}

/** Returns a range of the shipped map, from the cached copy or the server. The first range triggers caching a copy. */
export async function basemap(event: FetchEvent): Promise<Response> {
  const range = event.request.headers.get('range')
  const whole = await caches.match(BASEMAP, { cacheName: BASEMAP_CACHE })
  if (whole) return range ? slicePart(whole, range) : whole
  loading ??= loadWhole().catch(() => {
    loading = null
  })
  event.waitUntil(loading)
  return fetch(event.request)
}

import { dropAreas } from '../lib/places/stored-areas.ts'
import { areaAnswer } from './stored-area-answers.ts'
import { programFile, SHELL } from './program.ts'
import { endSubscription } from './push.ts'
import { dropShared } from './shared-files.ts'
import {
  getAge,
  cacheAnswer,
  cachedAnswer,
  cacheFirstAnswers,
  findCacheName,
  dropCached,
  noteSession,
  turnNow,
} from './response-cache.ts'

declare const self: ServiceWorkerGlobalScope

/** How long (ms) to wait for a response before using the cached one. */
const PATIENCE_MS = 6_000
/** Cached responses newer than this (ms) aren't marked as stale, because the network is merely slow. */
const RECENT_MS = 60_000
const SESSION = '/api/session'

/** Pages that received a cached response, and when. They check whether they are up to date (`app/start-worker.ts`). */
const behind = new Map<string, number>()

/** Whether a page received a cached response. */
export function isBehind(client: string): boolean {
  return behind.has(client)
}

/** Records that a page is refetching everything. */
export function isUpToDate(client: string): boolean {
  return behind.delete(client)
}

async function noteBehind(client: string): Promise<void> {
  behind.set(client, Date.now())
  ;(await self.clients.get(client))?.postMessage({ kind: 'behind' })
}

/** Whether the status may come from a proxy whose server is down. */
function isGatewayError({ status }: Response): boolean {
  return status >= 502 && status <= 504
}

/** Whether the response comes from the proxy. If the server itself refuses a request under load, the page retries. */
function isOfProxy(response: Response): boolean {
  return isGatewayError(response) && !response.headers.get('content-type')?.includes('problem+json')
}

function late(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
}

async function storeAnswer(url: string, response: Response, since: number): Promise<void> {
  const { pathname, searchParams } = new URL(url)
  // Responses to requests with `now` aren't cached.
  const name = searchParams.has('now') ? null : findCacheName(pathname)
  if (response.status === 401) {
    await Promise.all([dropCached(null), dropAreas()])
    return
  }
  if (!name) return
  const copy = response.clone()
  if (response.ok && new URL(url).pathname === SESSION) {
    await noteSession(await response.json())
    since = turnNow()
  }
  await cacheAnswer(name, url, copy, since)
}

/** Returns the cached response for a URL, or one from a stored area. */
async function findLast(name: ReturnType<typeof findCacheName>, url: string): Promise<Response | null> {
  const stored = await areaAnswer(url)
  if (stored?.first) return stored.response
  return (name && (await cachedAnswer(name, url))) ?? stored?.response ?? null
}

/**
 * Network first: returns the server's response. If there is none, returns the cached one and notifies the page. Stores
 * only responses that may be read again (`findCacheName`).
 */
export async function liveOrCached(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event
  const since = turnNow()
  const name = findCacheName(new URL(request.url).pathname)
  const fresh = fetch(request)
  // Store the response first, because the page consumes its body. Late responses are stored too.
  event.waitUntil(
    fresh.then((response) => storeAnswer(request.url, response.clone(), since)).catch(() => undefined),
  )
  const first = await Promise.race([fresh.catch(() => 'failed' as const), late()])
  if (first instanceof Response && !isOfProxy(first)) return first
  const last = await findLast(name, request.url)
  if (!last || request.signal.aborted) return fresh
  // Otherwise, on a slow network, the page would refetch over and over, and each response would arrive too late.
  if (first !== null || getAge(last) > RECENT_MS) await noteBehind(clientId)
  return last
}

/** Returns a page from the server or, when offline, the shell without personal data. */
export async function openPage(event: FetchEvent): Promise<Response> {
  const fresh = fetch(event.request)
  const stored = fresh
    .then((response) => (response.ok ? response.clone().text() : ''))
    .then(cacheFirstAnswers)
  event.waitUntil(stored.catch(() => undefined))
  const first = await Promise.race([fresh.catch(() => null), late()])
  return first && !isGatewayError(first) ? first : programFile(SHELL)
}

/** The endpoint that deletes the account and ends the session. */
export const LEAVING = '/api/account/leaving'

function isSignOut(url: string): boolean {
  return (url.includes('/sign-out') && !url.includes('scope=others')) || url.endsWith(LEAVING)
}

/** Handles a request after which someone else may be signed in. If it succeeds, deletes the previous person's data. */
export async function signingInOrOut(request: Request): Promise<Response> {
  const response = await fetch(request)
  const isJson = response.headers.get('content-type')?.includes('json')
  const answer: unknown = response.ok && isJson ? await response.clone().json() : null
  // The account still exists, and its session continues.
  if (request.url.endsWith(LEAVING) && !response.ok) return response
  await dropCached(null)
  if (isSignOut(request.url) && response.status < 500)
    await Promise.all([dropAreas(), dropShared(), endSubscription()])
  await noteSession(answer)
  return response
}

/** Caches a page that was loaded before this worker started, and its resources. */
export async function lookAt(page: string, shown: readonly string[]): Promise<void> {
  const response = await fetch(page, { headers: { accept: 'text/html' } })
  if (!response.ok) return
  await cacheFirstAnswers(await response.text())
  const since = turnNow()
  for (const url of new Set(shown)) {
    const { origin, pathname } = new URL(url)
    if (origin !== self.location.origin || !findCacheName(pathname)) continue
    const answer = await fetch(url).catch(() => null)
    if (answer) await storeAnswer(url, answer, since)
  }
}

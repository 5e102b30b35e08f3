import { dropAreas } from '../lib/stored-areas.ts'
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

/** Milliseconds after which what was seen last takes the place of an answer that does not come. */
const PATIENCE_MS = 6_000
/** What was seen within this time is not behind: the network is only slow (ms). */
const RECENT_MS = 60_000
const SESSION = '/api/session'

/** Pages that were given something seen before, and when: they ask whether they are up to date (`app/start-worker.ts`). */
const behind = new Map<string, number>()

/** Whether a page was given something seen before. */
export const isBehind = (client: string): boolean => behind.has(client)
/** Notes that a page asks for everything anew. */
export const isUpToDate = (client: string): boolean => behind.delete(client)

const noteBehind = async (client: string): Promise<void> => {
  behind.set(client, Date.now())
  ;(await self.clients.get(client))?.postMessage({ kind: 'behind' })
}

/** Whether a proxy may have answered in the place of a dead server. */
const isGatewayError = ({ status }: Response): boolean => status >= 502 && status <= 504

/** Whether it did. What the server refuses itself, because too many come, is the page's to ask for again, later. */
const isOfProxy = (response: Response): boolean =>
  isGatewayError(response) && !response.headers.get('content-type')?.includes('problem+json')

const late = (): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))

const storeAnswer = async (url: string, response: Response, since: number): Promise<void> => {
  const { pathname, searchParams } = new URL(url)
  // What is skateable now is not what was.
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

/** What was seen last at an address, or what this device stores of it. */
const findLast = async (name: ReturnType<typeof findCacheName>, url: string): Promise<Response | null> => {
  const stored = await areaAnswer(url)
  if (stored?.first) return stored.response
  return (name && (await cachedAnswer(name, url))) ?? stored?.response ?? null
}

/**
 * An answer of the server; where none comes, the one that was seen last, of which the page is notified. Nothing is stored
 * that is not read again (`findCacheName`).
 */
export const liveOrCached = async (event: FetchEvent): Promise<Response> => {
  const { request, clientId } = event
  const since = turnNow()
  const name = findCacheName(new URL(request.url).pathname)
  const fresh = fetch(request)
  // Attached first, because the page reads the body; also an answer that is late is stored.
  event.waitUntil(
    fresh.then((response) => storeAnswer(request.url, response.clone(), since)).catch(() => undefined),
  )
  const first = await Promise.race([fresh.catch(() => 'failed' as const), late()])
  if (first instanceof Response && !isOfProxy(first)) return first
  const last = await findLast(name, request.url)
  if (!last || request.signal.aborted) return fresh
  // On a slow network the page would ask again and again, each time too late.
  if (first !== null || getAge(last) > RECENT_MS) await noteBehind(clientId)
  return last
}

/** A page: from the server, or without one the page that has nothing of anybody in it. */
export const openPage = async (event: FetchEvent): Promise<Response> => {
  const fresh = fetch(event.request)
  const stored = fresh
    .then((response) => (response.ok ? response.clone().text() : ''))
    .then(cacheFirstAnswers)
  event.waitUntil(stored.catch(() => undefined))
  const first = await Promise.race([fresh.catch(() => null), late()])
  return first && !isGatewayError(first) ? first : programFile(SHELL)
}

/** Ends the session of whoever deletes their account. */
export const LEAVING = '/api/account/leaving'

const isSignOut = (url: string): boolean =>
  (url.includes('/sign-out') && !url.includes('scope=others')) || url.endsWith(LEAVING)

/** A request after which somebody else may be signed in: with its answer, everything of the person before is deleted. */
export const signingInOrOut = async (request: Request): Promise<Response> => {
  const response = await fetch(request)
  const isJson = response.headers.get('content-type')?.includes('json')
  const answer: unknown = response.ok && isJson ? await response.clone().json() : null
  // The account stays as it is, and its session goes on.
  if (request.url.endsWith(LEAVING) && !response.ok) return response
  await dropCached(null)
  if (isSignOut(request.url) && response.status < 500)
    await Promise.all([dropAreas(), dropShared(), endSubscription()])
  await noteSession(answer)
  return response
}

/** Stores a page that was there before this worker, and what it showed. */
export const lookAt = async (page: string, shown: readonly string[]): Promise<void> => {
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

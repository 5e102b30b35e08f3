import { dropAreas, readStoredAreas } from '../lib/places/stored-areas.ts'

// The service worker's cache for responses and photos: which ones are stored, how many, and for how long. It never
// contains data from two people at the same time. The cache names exist on devices and can't change.

const ANSWERS = 'seen-answers'
const PICTURES = 'seen-pictures'
const MAX_ENTRIES = { [ANSWERS]: 600, [PICTURES]: 400 } as const
/** Entries expire after this many days. */
const MAX_DAYS = 30
/** Header with the time (ms) when an entry was stored. */
const STORED_AT = 'x-stored-at'
/** The cache key for the owner of the entries. */
const OWNER = '/owner'
const TRIM_EVERY = 40

type Name = keyof typeof MAX_ENTRIES

// Counts how often the cache was cleared, so that responses to an earlier person aren't stored afterwards.
let turn = 0
let stores = 0

/** Returns a token for {@link cacheAnswer}, which stores nothing if someone else has signed in or out since. */
export function turnNow(): number {
  return turn
}

/** Returns an entry's age in milliseconds. */
export function getAge(response: Response): number {
  return Date.now() - Number(response.headers.get(STORED_AT))
}

function isOld(response: Response): boolean {
  return getAge(response) > MAX_DAYS * 86_400_000
}

async function trim(name: Name): Promise<void> {
  const cache = await caches.open(name)
  // Evicts the oldest entries first, but never the owner entry.
  const keys = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== OWNER)
  for (const [index, key] of keys.entries()) {
    const found = index < keys.length - MAX_ENTRIES[name] ? null : await cache.match(key)
    if (!found || isOld(found)) await cache.delete(key)
  }
}

async function put(name: Name, url: string, response: Response): Promise<void> {
  const headers = new Headers(response.headers)
  headers.set(STORED_AT, String(Date.now()))
  const cache = await caches.open(name)
  await cache.delete(url, { ignoreVary: true })
  await cache.put(url, new Response(await response.blob(), { status: response.status, headers }))
}

/** Deletes all entries and sets the new `owner`; null if no one is signed in. */
export async function dropCached(owner: string | null): Promise<void> {
  turn += 1
  await Promise.all([caches.delete(ANSWERS), caches.delete(PICTURES)])
  if (owner !== null) await put(ANSWERS, OWNER, new Response(owner))
}

async function ownerNow(): Promise<string | null> {
  const found = await caches.match(OWNER, { cacheName: ANSWERS })
  return found ? found.text() : null
}

/** Records who is signed in, based on a session response. Deletes entries that belong to someone else. */
export async function noteSession(session: unknown): Promise<void> {
  const { user } = (session ?? {}) as { user?: { user_id?: string } | null }
  const owner = user?.user_id ?? null
  // Other sign-in responses don't contain the person.
  if (user !== undefined && (await readStoredAreas()).some((area) => area.owner !== owner)) await dropAreas()
  if (owner !== (await ownerNow())) await dropCached(owner)
}

/** Stores a copy of a successful response, or deletes the entry if the resource no longer exists. */
export async function cacheAnswer(name: Name, url: string, response: Response, since: number): Promise<void> {
  if (since !== turn) return
  if (response.status === 404 || response.status === 410) {
    await (await caches.open(name)).delete(url, { ignoreVary: true })
    return
  }
  if (response.status !== 200 || (await ownerNow()) === null) return
  await put(name, url, response)
  // The cache was cleared in the meantime.
  if (since !== turn) await (await caches.open(name)).delete(url, { ignoreVary: true })
  stores += 1
  if (stores % TRIM_EVERY === 0) await trim(name)
}

/** Returns the cached response for a URL; null if there is none or it has expired. */
export async function cachedAnswer(name: Name, url: string): Promise<Response | null> {
  const found = await caches.match(url, { cacheName: name, ignoreVary: true })
  return found && !isOld(found) ? found : null
}

/**
 * Matches the responses to cache: content that people read. Never matches accounts, settings, moderation, steward actions,
 * archives, exports, or list files, or anything that is valid for only minutes, such as a spot's conditions and
 * sessions.
 */
const READ =
  /^\/api\/(?:session|config|comments|crews|discover|discussions|drafts|lists(?!\/[^/]+\/(?:area|export))|map(?!\/(?:areas|streets))|messages|notifications|people|places|posts|saved(?!\/spots\/export)|search|stewards(?!\/areas\/[^/]+\/work)|spots(?!\/[^/]+\/(?:conditions|meetups)$))(?:\/|$)/
const PICTURE = /^\/(?:media|previews)\//

/** Returns the cache for responses at this path; null if they aren't stored. */
export function findCacheName(path: string): Name | null {
  return READ.test(path) ? ANSWERS : PICTURE.test(path) ? PICTURES : null
}

/** Caches the responses that the server embedded in a page. */
export async function cacheFirstAnswers(html: string): Promise<void> {
  const [, text = '{}'] = /<script[^>]*id="first-answers"[^>]*>([^<]*)<\/script>/.exec(html) ?? []
  const answers = JSON.parse(text) as Record<string, unknown>
  if ('/api/session' in answers) await noteSession(answers['/api/session'])
  const since = turn
  for (const [url, answer] of Object.entries(answers)) {
    if (!findCacheName(new URL(url, location.origin).pathname)) continue
    const headers = { 'content-type': 'application/json' }
    await cacheAnswer(ANSWERS, url, new Response(JSON.stringify(answer), { headers }), since)
  }
}

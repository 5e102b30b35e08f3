import { dropAreas, storedAreas } from '../lib/stored-areas.ts'

// The service worker's cache of answers and pictures: which requests are stored, how many, and for how long. All are of one
// person; nothing of two people is here at a time. Devices have caches of these names.

const ANSWERS = 'seen-answers'
const PICTURES = 'seen-pictures'
const MAX_ENTRIES = { [ANSWERS]: 600, [PICTURES]: 400 } as const
/** Days for which an entry is given out. */
const MAX_DAYS = 30
/** When an entry was stored, as milliseconds. */
const STORED_AT = 'x-stored-at'
/** Whose entries these are. */
const OWNER = '/owner'
const TRIM_EVERY = 40

type Name = keyof typeof MAX_ENTRIES

// Counts how often everything was deleted, so that an answer to an earlier person is not stored afterwards.
let turn = 0
let stores = 0

/** A moment to which {@link cacheAnswer} refers: nothing is stored once another person signed in or out since. */
export const turnNow = (): number => turn

/** Milliseconds since an entry was stored. */
export const getAge = (response: Response): number => Date.now() - Number(response.headers.get(STORED_AT))

const isOld = (response: Response): boolean => getAge(response) > MAX_DAYS * 86_400_000

const trim = async (name: Name): Promise<void> => {
  const cache = await caches.open(name)
  // In the order of their last storing. Whose they are stays as long as they do.
  const keys = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== OWNER)
  for (const [index, key] of keys.entries()) {
    const found = index < keys.length - MAX_ENTRIES[name] ? null : await cache.match(key)
    if (!found || isOld(found)) await cache.delete(key)
  }
}

const put = async (name: Name, url: string, response: Response): Promise<void> => {
  const headers = new Headers(response.headers)
  headers.set(STORED_AT, String(Date.now()))
  const cache = await caches.open(name)
  await cache.delete(url, { ignoreVary: true })
  await cache.put(url, new Response(await response.blob(), { status: response.status, headers }))
}

/** Deletes every entry; `owner` is whoever is signed in from now on. */
export const dropCached = async (owner: string | null): Promise<void> => {
  turn += 1
  await Promise.all([caches.delete(ANSWERS), caches.delete(PICTURES)])
  if (owner !== null) await put(ANSWERS, OWNER, new Response(owner))
}

const ownerNow = async (): Promise<string | null> => {
  const found = await caches.match(OWNER, { cacheName: ANSWERS })
  return found ? found.text() : null
}

/** Notes who is signed in, by an answer about the session; everything of somebody else is deleted. */
export const noteSession = async (session: unknown): Promise<void> => {
  const { user } = (session ?? {}) as { user?: { user_id?: string } | null }
  const owner = user?.user_id ?? null
  // Other answers of a sign-in say nothing of the person.
  if (user !== undefined && (await storedAreas()).some((area) => area.owner !== owner)) await dropAreas()
  if (owner !== (await ownerNow())) await dropCached(owner)
}

/** Stores a copy of a good answer, or deletes the one there was where the server has it no more. */
export const cacheAnswer = async (
  name: Name,
  url: string,
  response: Response,
  since: number,
): Promise<void> => {
  if (since !== turn) return
  if (response.status === 404 || response.status === 410) {
    await (await caches.open(name)).delete(url, { ignoreVary: true })
    return
  }
  if (response.status !== 200 || (await ownerNow()) === null) return
  await put(name, url, response)
  // What was under way while everything was deleted.
  if (since !== turn) await (await caches.open(name)).delete(url, { ignoreVary: true })
  stores += 1
  if (stores % TRIM_EVERY === 0) await trim(name)
}

/** The entry of an address, unless it is too old. */
export const cachedAnswer = async (name: Name, url: string): Promise<Response | null> => {
  const found = await caches.match(url, { cacheName: name, ignoreVary: true })
  return found && !isOld(found) ? found : null
}

/** Lists whose answers are stored: what people read. Never accounts, settings, moderation, the work of stewards, archives,
 * exports or files of lists, and not what is true for minutes only: the conditions of a spot. */
const READ =
  /^\/api\/(?:session|config|comments|crews|discover|discussions|drafts|lists(?!\/[^/]+\/(?:area|export))|map(?!\/(?:areas|streets))|messages|notifications|people|places|posts|saved(?!\/spots\/export)|search|stewards(?!\/areas\/[^/]+\/work)|spots(?!\/[^/]+\/conditions$))(?:\/|$)/
const PICTURE = /^\/(?:media|previews)\//

/** The cache for answers at this path; null: they are not stored. */
export const findCacheName = (path: string): Name | null =>
  READ.test(path) ? ANSWERS : PICTURE.test(path) ? PICTURES : null

/** Stores the answers that the server wrote into a page. */
export const cacheFirstAnswers = async (html: string): Promise<void> => {
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

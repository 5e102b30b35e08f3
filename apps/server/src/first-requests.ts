import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '@nollie/contract'
import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import type { FastifyRequest } from 'fastify'
import { FIRST_PICTURES } from './first-pictures.ts'
import { firstLoadFile, callOwnApi, type PagePicture, type PageStart } from './platform/http/index.ts'
import { screenPattern } from './web-screens.ts'

type Load = Pick<PageStart, 'scripts' | 'styles'>
type Loads = Record<'visitor' | 'member', Record<string, Load>>

/**
 * Each screen's first requests, exactly as the screen sends them; the photos come from the first one's response. A
 * response that isn't used right away could be used later, when it's outdated, so an end-to-end test checks that each
 * one is used.
 */
const ANSWERS: Record<keyof Loads, Record<string, (id: string) => string[]>> = {
  visitor: {
    '/spots': () => ['/api/config'],
    '/spots/:id': (id) => [`/api/spots/${id}/card`, '/api/config'],
  },
  member: {
    '/dashboard': () => ['/api/posts?filter=all'],
    '/feed': () => ['/api/discover'],
    '/post/:id': (id) => [`/api/posts/${id}`],
    '/spots': () => ['/api/config'],
    '/spots/:id': (id) => [`/api/spots/${id}`, `/api/spots/${id}/media`, '/api/config'],
  },
}
/** Ids in any other format have nothing to load. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Visitors get the landing page as HTML without scripts. */
const LANDING = new Set(['/', '/welcome'])
/** Every screen loads the session first. */
const SESSION = '/api/session'
/** Milliseconds that a page waits for its responses; the client requests any that are missing. */
const PATIENCE_MS = 1_000

// A development server doesn't have this list.
function readLoads(webRoot: string, language: LanguageCode): Loads {
  try {
    return JSON.parse(readFileSync(join(webRoot, firstLoadFile(language)), 'utf8')) as Loads
  } catch {
    return { visitor: {}, member: {} }
  }
}

function buildScreens(loads: Loads, who: keyof Loads) {
  return [...new Set([...Object.keys(loads[who]), ...Object.keys(ANSWERS[who])])].map((screen) => {
    const addresses = (names: readonly string[] = []) => names.map((name) => `/${name}`)
    const load = loads[who][screen]
    return {
      pattern: screenPattern(screen),
      load: { scripts: addresses(load?.scripts), styles: addresses(load?.styles) },
      listAddresses: ANSWERS[who][screen] ?? (() => []),
      listPictures: (who === 'member' && FIRST_PICTURES[screen]) || (() => []),
    }
  })
}

/** Makes the requests in parallel; omits responses that fail or take too long. */
async function answersTo(request: FastifyRequest, addresses: readonly string[]) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS)
  })
  const ask = (address: string) =>
    Promise.race([callOwnApi(request, address), late]).catch((err: unknown) => {
      request.log.info({ err, address }, "couldn't preload data for a page")
      return null
    })
  const found = await Promise.all(addresses.map(async (address) => [address, await ask(address)] as const))
  clearTimeout(timer)
  return new Map(found.flatMap(([address, json]) => (json === null ? [] : [[address, json]])))
}

type Session = Api['GET /api/session']['answer']

function parseSession(json: string | undefined): Session | null {
  return json === undefined ? null : (JSON.parse(json) as Session)
}

type Deps = {
  /** The folder with the built client. */
  webRoot: string
  /** Picks the page's language for a request; `user_id` is the signed-in person. */
  languageFor: (request: FastifyRequest, user_id: string | null) => Promise<LanguageCode>
  lastEvent: () => number | null
}

/**
 * Reads the build's list of screens; returns a function that lists the resources a page loads first for a request's
 * sender.
 */
export function openPageStarts({ webRoot, languageFor, lastEvent }: Deps) {
  const screensIn = (language: LanguageCode) => {
    const loads = readLoads(webRoot, language)
    return { visitor: buildScreens(loads, 'visitor'), member: buildScreens(loads, 'member') }
  }
  const screens = Object.fromEntries(LANGUAGE_CODES.map((code) => [code, screensIn(code)])) as Record<
    LanguageCode,
    ReturnType<typeof screensIn>
  >
  return async (path: string, request: FastifyRequest): Promise<PageStart> => {
    // Read before making the requests, so that the stream includes events that occur during them.
    const last = lastEvent()
    const answers = await answersTo(request, [SESSION])
    const session = parseSession(answers.get(SESSION))
    const who = session?.user && !session.is_suspended ? 'member' : 'visitor'
    // If the session is unknown, sends the app, which waits for the session.
    const isLanding = LANDING.has(path) && session !== null && session.user === null
    const language = await languageFor(request, session?.user?.user_id ?? null)
    const isVisitors = session !== null && session.user === null
    const start = { language, isVisitors, isLanding, lastEvent: last, scripts: [], styles: [], pictures: [] }
    for (const { pattern, load, listAddresses, listPictures } of screens[language][who]) {
      const found = pattern.exec(path)
      if (!found) continue
      const [, id = ''] = found
      if (id !== '' && !ID.test(id)) return { ...start, ...load, answers }
      const addresses = listAddresses(id)
      const own = await answersTo(request, addresses)
      const first = own.get(addresses[0] ?? '')
      const pictures: PagePicture[] = first === undefined ? [] : listPictures(JSON.parse(first))
      return { ...start, ...load, pictures, answers: new Map([...answers, ...own]) }
    }
    return { ...start, answers }
  }
}

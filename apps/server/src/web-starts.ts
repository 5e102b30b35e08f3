import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { FIRST_LOAD, type PageStart } from './platform/http/index.ts'
import { screenPattern } from './web-screens.ts'

type Load = Pick<PageStart, 'scripts' | 'styles'>
type Loads = Record<'visitor' | 'member', Record<string, Load>>

/**
 * What the screens ask the API first and in any case, exactly as they do: an answer that nobody takes at once would be
 * taken later, as old as the page. A journey counts that each is used.
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
    '/spots/:id': (id) => [`/api/spots/${id}`],
  },
}
/** Of other ids there is nothing to ask. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Every screen waits for who is there. */
const SESSION = '/api/session'

// A development server brings the client without a list.
const readLoads = (webRoot: string): Loads => {
  try {
    return JSON.parse(readFileSync(join(webRoot, FIRST_LOAD), 'utf8')) as Loads
  } catch {
    return { visitor: {}, member: {} }
  }
}

type Deps = {
  /** Folder of the built client. */
  webRoot: string
  /** Whether a member sends a request: a refusal fetched ahead would be taken after the next sign-in. */
  isMember: (request: FastifyRequest) => Promise<boolean>
  lastEvent: () => number | null
}

/** Reads the build's list of screens; returns the first files and requests of the page at a path. */
export const openPageStarts = ({ webRoot, isMember, lastEvent }: Deps) => {
  const loads = readLoads(webRoot)
  const screensOf = (who: keyof Loads) =>
    [...new Set([...Object.keys(loads[who]), ...Object.keys(ANSWERS[who])])].map((screen) => {
      const addresses = (names: readonly string[] = []) => names.map((name) => `/${name}`)
      const load = loads[who][screen]
      return {
        pattern: screenPattern(screen),
        load: { scripts: addresses(load?.scripts), styles: addresses(load?.styles) },
        answers: ANSWERS[who][screen] ?? (() => []),
      }
    })
  const screens = { visitor: screensOf('visitor'), member: screensOf('member') }
  return async (path: string, request: FastifyRequest): Promise<PageStart> => {
    const common = { lastEvent: lastEvent(), scripts: [], styles: [], answers: [SESSION] }
    const who = (await isMember(request).catch(() => false)) ? 'member' : 'visitor'
    for (const { pattern, load, answers } of screens[who]) {
      const found = pattern.exec(path)
      if (!found) continue
      const [, id = ''] = found
      const isAsked = id === '' || ID.test(id)
      return { ...common, ...load, answers: isAsked ? [SESSION, ...answers(id)] : [SESSION] }
    }
    return common
  }
}

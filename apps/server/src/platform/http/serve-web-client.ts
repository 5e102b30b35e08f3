import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import {
  LANGUAGE_CODES,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type LanguageCode,
} from '@nollie/contract/languages'
import { languageOfHeaders } from '../languages/index.ts'
import { inLanguage, type PageHead, type PageStart, withHead, withStart } from './fill-page.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type WebClientOptions = {
  /** Folder of the built client, with index.html and assets/. */
  root: string
  /** Whether devices drop the service worker that they have, because it is broken. */
  withdrawsWorker: boolean
  /** Whether the client has a screen for a path; others get 404, with the client, which shows that. */
  knows: (path: string) => boolean
  /** The path to which the browser is redirected; null if it is not. */
  movedTo: (path: string) => string | null
  /** The path to which a page leads for now, because what it is about was merged into another; null if it does not. */
  mergedInto: (path: string) => Promise<string | null>
  /** The head of the page at this path; null for the common one. */
  headFor: (path: string) => Promise<PageHead | null>
  /** What the page at this path loads first, for the sender of this request. */
  startFor: (path: string, request: FastifyRequest) => Promise<PageStart>
  /** The language of a page that is none of the client's, for the sender of this request. */
  languageFor: (request: FastifyRequest) => Promise<LanguageCode>
  /** Tags that every page has in its head. */
  marks?: string
  /** The languages of the build. */
  languages: readonly LanguageCode[]
  publicUrl: URL
}

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

// In any spelling: a path that looks like one of the server's own is never a screen of the client.
const isServers = (name: string) => /^[/\\]*(api|media|previews|assets|dev)([/\\]|$)/i.test(name)

// Redirects never change, but a wrong one must not be cached for ever.
const MOVED = 'public, max-age=86400'

const [BASE] = LANGUAGE_CODES
const nameIn = (file: string, language: LanguageCode) => {
  const [name, ending] = file.split('.')
  return language === BASE ? file : [name, language, ending].join('.')
}

/** The name of the client's page in a language. */
export const pageFile = (language: LanguageCode): string => nameIn('index.html', language)

/** The name of the build's list of each screen's first files, in a language; for {@link WebClientOptions.startFor}. */
export const firstLoadFile = (language: LanguageCode): string => nameIn('first-load.json', language)

/** The client with the landing page as HTML. */
const landingFile = (language: LanguageCode) => nameIn('landing.html', language)

/** The language that the address of a request asks for. */
export const askedLanguage = ({ url }: FastifyRequest): LanguageCode | null => {
  const [, search] = url.split('?')
  const asked = search && new URLSearchParams(search).get(LANGUAGE_PARAMETER)
  return LANGUAGE_CODES.find((language) => language === asked) ?? null
}

const COOKIE_SECONDS = 365 * 86_400

/** The client without anything of a person or a moment, for visits without a network. */
const SHELL = 'shell.html'
/** The service worker, of which browsers ask whether it is still the same. */
const WORKER = 'worker.js'
/**
 * A worker that takes the place of a broken one: it deletes what that one stored, also what it was storing just then, and
 * goes. It asks for its place again and again: a browser that has to wake the old worker in the moment in which it stops
 * forgets that it was asked.
 */
const WITHDRAWN = `const takeOver = () => {
  if (!self.registration.waiting) return
  self.skipWaiting()
  setTimeout(takeOver, 1000)
}
const drop = async () => { for (const name of await caches.keys()) await caches.delete(name) }
const later = () => new Promise((resolve) => setTimeout(resolve, 3000))
self.addEventListener('install', () => {
  self.skipWaiting()
  setTimeout(takeOver, 1000)
})
self.addEventListener('activate', (event) => event.waitUntil(
  drop().then(later).then(drop).then(later).then(drop).then(() => self.registration.unregister())))
`

const IMMUTABLE = 'public, max-age=31536000, immutable'

const cachedFor = (name: string): string =>
  name.startsWith('assets/') ? IMMUTABLE : name === WORKER ? 'no-cache' : 'public, max-age=3600'

type AboutPage = { merged: string | null; head: PageHead | null }

/** Serves the built web client: hashed assets cached for ever, everything else through index.html. */
export const serveWebClient = async (app: FastifyInstance, options: WebClientOptions): Promise<void> => {
  const { publicUrl, languages } = options
  const read = async (file: string) =>
    (await readFile(path.join(options.root, file), 'utf8')).replace(
      '</head>',
      `${options.marks ?? ''}</head>`,
    )
  const english = await read(pageFile(BASE))
  const pages = new Map<LanguageCode, { html: string; landing: string }>()
  for (const language of options.languages) {
    const html = await read(pageFile(language))
    // A development server renders the landing page in the browser.
    pages.set(language, { html, landing: await read(landingFile(language)).catch(() => html) })
  }
  const pageIn = (language: LanguageCode) => pages.get(language) ?? { html: english, landing: english }

  // Tags for chats and redirects are optional: without them, or without a database, people still get the page.
  const aboutPage = async (request: FastifyRequest, pathname: string): Promise<AboutPage> => {
    try {
      await app.rates.hit('file', { ip: request.ip })
      const merged = await options.mergedInto(pathname)
      return { merged, head: merged ? null : await options.headFor(pathname) }
    } catch (err) {
      request.log.info({ err }, 'a page without its tags')
      return { merged: null, head: null }
    }
  }

  const chosen = (language: LanguageCode) =>
    `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${publicUrl.protocol === 'https:' ? '; Secure' : ''}`

  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [pathname = '/', ...search] = request.url.split('?')
    const page = options.movedTo(pathname)
    if (page) return reply.header('cache-control', MOVED).redirect([page, ...search].join('?'), 301)
    const known = options.knows(pathname)
    const { merged, head } = known ? await aboutPage(request, pathname) : { merged: null, head: null }
    // Not for long in a cache: a merge may be undone.
    if (merged) return reply.header('cache-control', 'no-cache').redirect([merged, ...search].join('?'), 301)
    if (!known) request.log.info({ path: pathname.slice(0, 200) }, 'unknown path')
    // The page contains responses for one person at this moment, so it is never stored, not even for going back.
    reply.header('cache-control', 'private, no-store').header('vary', 'cookie, accept-language')
    const asked = languages.find((language) => language === askedLanguage(request)) ?? null
    if (asked) reply.header('set-cookie', chosen(asked))
    // A choice at the foot stays at its address; a link from elsewhere, as search engines have it, is a page of its own.
    if (asked && known && request.headers['sec-fetch-site'] === 'same-origin') {
      const query = new URLSearchParams(search.join('?'))
      query.delete(LANGUAGE_PARAMETER)
      return reply.redirect([pathname.replace(/^\/+/, '/'), query.toString()].filter(Boolean).join('?'), 303)
    }
    const start = known ? await options.startFor(pathname, request) : null
    const language = start?.language ?? (await options.languageFor(request))
    // The API knows a language by its requests alone, so the setting of a person becomes the choice of their browser.
    if (start && language !== (languageOfHeaders(request.headers, languages) ?? BASE) && !asked)
      reply.header('set-cookie', chosen(language))
    const { html, landing } = pageIn(language)
    const started = start ? withStart(start.isLanding ? landing : html, start) : html
    const named = head ? withHead(started, head, { isLanding: start?.isLanding ?? false }) : started
    return reply
      .code(known ? 200 : 404)
      .header('content-language', language)
      .type('text/html; charset=utf-8')
      .send(
        start?.isVisitors
          ? inLanguage(named, { languages, address: new URL(pathname, publicUrl), asked })
          : named,
      )
  }

  const files = new Set(
    (await readdir(options.root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(options.root, path.join(entry.parentPath, entry.name))),
  )
  for (const language of LANGUAGE_CODES)
    for (const fileIn of [pageFile, landingFile, firstLoadFile]) files.delete(fileIn(language))
  // A page of people that are not known, never found by itself.
  files.add(SHELL)
  app.allowedMethods.addPages(
    (pathname) =>
      options.knows(pathname) || options.movedTo(pathname) !== null || files.has(pathname.slice(1)),
  )
  await app.register(fastifyStatic, {
    root: options.root,
    serve: false,
    cacheControl: false,
    dotfiles: 'ignore',
    preCompressed: true,
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { policy: 'anyone' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const name = decoded(request.url.slice(1).split('?')[0] ?? '')
      if (name === null) return reply.callNotFound()
      if (name === WORKER && options.withdrawsWorker)
        return reply.header('cache-control', 'no-cache').type('text/javascript').send(WITHDRAWN)
      if (name === SHELL)
        return reply
          .header('cache-control', 'no-cache')
          .header('x-robots-tag', 'noindex')
          .type('text/html; charset=utf-8')
          .send(pageIn(askedLanguage(request) ?? BASE).html)
      if (files.has(name)) {
        reply.header('cache-control', cachedFor(name))
        return reply.sendFile(name)
      }
      if (isServers(name)) return reply.callNotFound()
      return sendPage(request, reply)
    },
  })
}

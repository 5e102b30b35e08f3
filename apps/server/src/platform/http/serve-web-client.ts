import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import {
  LANGUAGE_CODES,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type LanguageCode,
} from '@nollie/contract/languages'
import { findHeaderLanguage } from '../languages/index.ts'
import { fileNameIn } from './file-name-in.ts'
import { framedFile } from './serve-framed-page.ts'
import { inLanguage, type PageHead, type PageStart, withHead, withStart } from './fill-page.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type WebClientOptions = {
  /** The folder with the built client's index.html and assets/. */
  root: string
  /** Whether devices must unregister their current service worker, because it's broken. */
  withdrawsWorker: boolean
  /** Whether the client has a screen for a path. Other paths return 404 with the client, which shows the error. */
  knows: (path: string) => boolean
  /** The path to redirect the browser to; null if there is none. */
  movedTo: (path: string) => string | null
  /** The path that a page temporarily redirects to because its subject was merged; null if there is none. */
  mergedInto: (path: string) => Promise<string | null>
  /** Returns the head for the page at this path; null for the default one. */
  headFor: (path: string) => Promise<PageHead | null>
  /** Returns the resources that the page at this path loads first for this request. */
  startFor: (path: string, request: FastifyRequest) => Promise<PageStart>
  /** Picks the language for this request on pages that aren't the client's. */
  languageFor: (request: FastifyRequest) => Promise<LanguageCode>
  /** Tags to add to every page's head. */
  marks?: string
  /** The languages in this build. */
  languages: readonly LanguageCode[]
  publicUrl: URL
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

// Covers every spelling, so that a path that resembles one of the server's is never treated as a client screen.
function isServers(name: string) {
  return /^[/\\]*(api|media|previews|assets|embed|dev)([/\\]|$)/i.test(name)
}

// Redirects never change, but a wrong one must not stay in caches forever.
const MOVED = 'public, max-age=86400'

const [BASE] = LANGUAGE_CODES

/** Returns the file name of the client's page in a language. */
export function pageFile(language: LanguageCode): string {
  return fileNameIn('index.html', language)
}

/** Returns the name of the build's list of first files by screen; for {@link WebClientOptions.startFor}. */
export function firstLoadFile(language: LanguageCode): string {
  return fileNameIn('first-load.json', language)
}

/** Returns the file name of the client's page that includes the landing page as HTML. */
function landingFile(language: LanguageCode) {
  return fileNameIn('landing.html', language)
}

/** Returns the language requested by a URL parameter. */
export function askedLanguage({ url }: FastifyRequest): LanguageCode | null {
  const [, search] = url.split('?')
  const asked = search && new URLSearchParams(search).get(LANGUAGE_PARAMETER)
  return LANGUAGE_CODES.find((language) => language === asked) ?? null
}

const COOKIE_SECONDS = 365 * 86_400

/** The client without personal or current data, for offline visits. */
const SHELL = 'shell.html'
/** The service worker's file, which browsers revalidate. */
const WORKER = 'worker.js'
/**
 * Replaces a broken worker: deletes its stored data, including data it's still storing, and unregisters. Repeats
 * `skipWaiting`, because a browser ignores the request if it wakes the old worker while stopping it.
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

function cachedFor(name: string): string {
  return /^(?:assets|embed)\//.test(name) ? IMMUTABLE : name === WORKER ? 'no-cache' : 'public, max-age=3600'
}

type AboutPage = { merged: string | null; head: PageHead | null }

// Reads the built pages. Returns the page, and the one with the landing page, in a language.
async function readPages(options: WebClientOptions) {
  const read = async (file: string) =>
    (await readFile(path.join(options.root, file), 'utf8')).replace(
      '</head>',
      `${options.marks ?? ''}</head>`,
    )
  const english = await read(pageFile(BASE))
  const pages = new Map<LanguageCode, { html: string; landing: string }>()
  for (const language of options.languages) {
    const html = await read(pageFile(language))
    // With a development server, the browser renders the landing page.
    pages.set(language, { html, landing: await read(landingFile(language)).catch(() => html) })
  }
  return (language: LanguageCode) => pages.get(language) ?? { html: english, landing: english }
}

// Lists the client's files, relative to its folder.
async function listFiles(root: string): Promise<Set<string>> {
  const files = new Set(
    (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  )
  for (const language of LANGUAGE_CODES)
    for (const fileIn of [pageFile, landingFile, firstLoadFile, framedFile]) files.delete(fileIn(language))
  // A generic page for visitors who are not signed in. It has no separate URL.
  files.add(SHELL)
  return files
}

// Returns the cookie that stores a chosen language.
function buildLanguageCookie(language: LanguageCode, { protocol }: URL): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`
}

function withoutLanguage(pathname: string, search: readonly string[]): string {
  const query = new URLSearchParams(search.join('?'))
  query.delete(LANGUAGE_PARAMETER)
  return [pathname.replace(/^\/+/, '/'), query.toString()].filter(Boolean).join('?')
}

// Tags for chat apps and redirects are optional: if they can't be loaded, people still get the page.
async function findAbout(
  { rates }: FastifyInstance,
  options: WebClientOptions,
  request: FastifyRequest,
  pathname: string,
): Promise<AboutPage> {
  try {
    await rates.hit('file', { ip: request.ip })
    const merged = await options.mergedInto(pathname)
    return { merged, head: merged ? null : await options.headFor(pathname) }
  } catch (err) {
    request.log.info({ err }, "couldn't load a page's tags")
    return { merged: null, head: null }
  }
}

type PageIn = Awaited<ReturnType<typeof readPages>>

// Sends the page of a path, in the viewer's language and with their data. `asked`: the language in the URL.
async function sendKnownPage(
  options: WebClientOptions,
  pageIn: PageIn,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  page: { pathname: string; known: boolean; head: PageHead | null; asked: LanguageCode | null },
): Promise<FastifyReply> {
  const { publicUrl, languages } = options
  const { pathname, known, head, asked } = page
  const start = known ? await options.startFor(pathname, request) : null
  const language = start?.language ?? (await options.languageFor(request))
  // The API uses only the request's language, so a person's setting is passed on as their browser's language.
  if (start && language !== (findHeaderLanguage(request.headers, languages) ?? BASE) && !asked)
    reply.header('set-cookie', buildLanguageCookie(language, publicUrl))
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

// Redirects a path that moved; otherwise sends its page.
async function sendPage(
  app: FastifyInstance,
  options: WebClientOptions,
  pageIn: PageIn,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
): Promise<FastifyReply> {
  const { languages, publicUrl } = options
  const [pathname = '/', ...search] = request.url.split('?')
  const moved = options.movedTo(pathname)
  if (moved) return reply.header('cache-control', MOVED).redirect([moved, ...search].join('?'), 301)
  const known = options.knows(pathname)
  const { merged, head } = known
    ? await findAbout(app, options, request, pathname)
    : { merged: null, head: null }
  // Must be revalidated, because a merge can be undone.
  if (merged) return reply.header('cache-control', 'no-cache').redirect([merged, ...search].join('?'), 301)
  if (!known) request.log.info({ path: pathname.slice(0, 200) }, 'unknown path')
  // The page contains one person's current data, so it's never stored, not even in the back-forward cache.
  reply.header('cache-control', 'private, no-store').header('vary', 'cookie, accept-language')
  const asked = languages.find((language) => language === askedLanguage(request)) ?? null
  if (asked) reply.header('set-cookie', buildLanguageCookie(asked, publicUrl))
  // Choosing a language in the footer redirects to the plain URL; a link from elsewhere, such as a search engine,
  // remains a separate page.
  if (asked && known && request.headers['sec-fetch-site'] === 'same-origin')
    return reply.redirect(withoutLanguage(pathname, search), 303)
  return sendKnownPage(options, pageIn, [request, reply], { pathname, known, head, asked })
}

/** Serves the built web client: hashed assets are cached forever, and everything else goes through index.html. */
export async function serveWebClient(app: FastifyInstance, options: WebClientOptions): Promise<void> {
  const pageIn = await readPages(options)
  const files = await listFiles(options.root)
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
      return sendPage(app, options, pageIn, [request, reply])
    },
  })
}

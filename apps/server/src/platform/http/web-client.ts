import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { type PageHead, type PageStart, withHead, withStart } from './page-head.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type WebClientOptions = {
  /** Folder of the built client, with index.html and assets/. */
  root: string
  /** Whether the client has a screen for a path; others get 404, with the client, which shows that. */
  knows: (path: string) => boolean
  /** The path to which the browser is redirected; null if it is not. */
  movedTo: (path: string) => string | null
  /** The head of the page at this path; null for the common one. */
  headFor: (path: string) => Promise<PageHead | null>
  /** What the page at this path loads first, for the sender of this request. */
  startFor: (path: string, request: FastifyRequest) => Promise<PageStart>
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
/** The build's list of each screen's first files; for {@link WebClientOptions.startFor}. */
export const FIRST_LOAD = 'first-load.json'

/** The client with the landing page as HTML. */
const LANDING = 'landing.html'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves the built web client: hashed assets cached for ever, everything else through index.html. */
export const serveWebClient = async (app: FastifyInstance, options: WebClientOptions): Promise<void> => {
  const html = await readFile(path.join(options.root, 'index.html'), 'utf8')
  // A development server renders the landing page in the browser.
  const landing = await readFile(path.join(options.root, LANDING), 'utf8').catch(() => html)

  // Tags for chats are optional: without them, or without a database, people still get the page.
  const headOf = async (request: FastifyRequest, pathname: string): Promise<PageHead | null> => {
    try {
      await app.rates.hit('file', { ip: request.ip })
      return await options.headFor(pathname)
    } catch (err) {
      request.log.info({ err }, 'a page without its tags')
      return null
    }
  }

  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [pathname = '/', ...search] = request.url.split('?')
    const page = options.movedTo(pathname)
    if (page) return reply.header('cache-control', MOVED).redirect([page, ...search].join('?'), 301)
    const known = options.knows(pathname)
    if (!known) request.log.info({ path: pathname.slice(0, 200) }, 'unknown path')
    const head = known ? await headOf(request, pathname) : null
    const start = known ? await options.startFor(pathname, request) : null
    const started = start ? withStart(start.isLanding ? landing : html, start) : html
    return (
      reply
        .code(known ? 200 : 404)
        // The page contains responses for one person at this moment, so it is never stored, not even for going back.
        .header('cache-control', 'private, no-store')
        .header('vary', 'cookie')
        .type('text/html; charset=utf-8')
        .send(head ? withHead(started, head, { isLanding: start?.isLanding ?? false }) : started)
    )
  }

  const files = new Set(
    (await readdir(options.root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(options.root, path.join(entry.parentPath, entry.name))),
  )
  files.delete('index.html')
  files.delete(LANDING)
  files.delete(FIRST_LOAD)
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
      if (files.has(name)) {
        reply.header('cache-control', name.startsWith('assets/') ? IMMUTABLE : 'public, max-age=3600')
        return reply.sendFile(name)
      }
      if (isServers(name)) return reply.callNotFound()
      return sendPage(request, reply)
    },
  })
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type WebClientOptions = {
  /** Folder of the built client; it holds index.html and assets/. */
  root: string
  /** Paths that the client has a screen for; others are answered 404, still with the client, which says so. */
  knows: (path: string) => boolean
  /** Tags for the page's head at this path (Open Graph), or null. */
  headFor: (path: string) => Promise<string | null>
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves the built web client: hashed assets for ever, everything else through index.html. */
export const serveWebClient = async (app: FastifyInstance, options: WebClientOptions): Promise<void> => {
  const html = await readFile(path.join(options.root, 'index.html'), 'utf8')

  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [pathname = '/'] = request.url.split('?')
    const known = options.knows(pathname)
    if (!known) request.log.info({ path: pathname.slice(0, 200) }, 'unknown path')
    const head = known ? await options.headFor(pathname) : null
    return reply
      .code(known ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(head ? html.replace('</head>', () => `${head}</head>`) : html)
  }

  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, policy: 'anyone' }
      route.schema = { ...route.schema, hide: true }
    })
    await files.register(fastifyStatic, {
      root: options.root,
      index: false,
      wildcard: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, file) => {
        const hashed = file.startsWith(path.join(options.root, 'assets') + path.sep)
        reply.header('cache-control', hashed ? IMMUTABLE : 'public, max-age=3600')
      },
    })
  })

  app.notFoundPage.send = async (request, reply) => {
    const page = request.method === 'GET' && !/^\/(api|media|assets)(\/|$)/.test(request.url)
    return page ? sendPage(request, reply) : null
  }
}

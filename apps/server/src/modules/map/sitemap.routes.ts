import { contract } from '@nollie/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../db/open.ts'
import { Refusal, serve } from '../../platform/http/index.ts'
import {
  parseRangeName,
  robotsText,
  buildSitemapIndex,
  buildPagesSitemap,
  buildSpotsSitemap,
} from './sitemap.ts'

const HOUR = 'public, max-age=3600'

function send(reply: FastifyReply, type: 'application/xml' | 'text/plain', text: string): FastifyReply {
  return reply.header('cache-control', HOUR).type(`${type}; charset=utf-8`).serializer(String).send(text)
}

/** Routes for the sitemap and robots.txt, which are for search engines. */
export function sitemapRoutes(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: URL }): void {
  serve(app, contract.robots, ({ reply }) => send(reply, 'text/plain', robotsText(publicUrl)))
  serve(app, contract.sitemap, async ({ reply }) =>
    send(reply, 'application/xml', await buildSitemapIndex(db, publicUrl)),
  )
  serve(app, contract.sitemapPages, ({ reply }) =>
    send(reply, 'application/xml', buildPagesSitemap(publicUrl)),
  )
  serve(app, contract.sitemapSpots, async ({ params, reply }) => {
    const range = parseRangeName(params.range)
    if (!range) throw new Refusal('NOT_FOUND')
    return send(reply, 'application/xml', await buildSpotsSitemap(db, publicUrl, range))
  })
}

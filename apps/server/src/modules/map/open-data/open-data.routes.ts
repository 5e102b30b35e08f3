import { contract } from '@nollie/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Reads } from '../../../db/read-replicas.ts'
import { serve } from '../../../platform/http/index.ts'
import { describeFile, openFile, readEmbedded, readOpenPage } from './open-data.service.ts'
import { WITHDRAWN_WITHIN_SECONDS } from './open-data-files.queries.ts'
import type { OpenDataDeps } from './store-open-data.service.ts'

type Deps = { reads: Reads; openData: OpenDataDeps }

/** A withdrawn spot disappears from caches within this time. */
const CACHE = `public, max-age=${WITHDRAWN_WITHIN_SECONDS}`

/** Lets pages of all sites read a response, because it's the same for everyone. */
const FOR_ANY_SITE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, link, retry-after, x-request-id',
  'cross-origin-resource-policy': 'cross-origin',
}

function answerSame(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  return request.headers['if-none-match'] === tag
}

/**
 * Routes for open data and for maps embedded in other sites. They ignore sessions, so everyone gets the same response.
 */
export async function openDataRoutes(app: FastifyInstance, { reads, openData }: Deps): Promise<void> {
  await app.register(async (scope) => {
    // Refusals have these headers, too, so that a page can read why.
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(FOR_ANY_SITE))
    serve(scope, contract.listOpenSpots, async ({ query, request, reply }) => {
      const { text, tag, next } = await reads.run(request, (from) =>
        readOpenPage(openData, from, { box: query.bbox, cursor: query.cursor }),
      )
      reply.header('cache-control', CACHE)
      if (next) reply.header('link', `<${next}>; rel="next"`)
      if (answerSame(request, reply, tag)) return reply.code(304).send()
      return reply.type('application/geo+json; charset=utf-8').serializer(String).send(text)
    })
    serve(scope, contract.getOpenData, async ({ request, reply }) => {
      reply.header('cache-control', CACHE)
      return { member_license: openData.members, file: await reads.run(request, describeFile) }
    })
    serve(scope, contract.downloadOpenData, async ({ params, request, reply }) => {
      const { tag, bytes, read } = await openFile(openData, params.file)
      reply.headers({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
      if (answerSame(request, reply, tag)) return reply.code(304).send()
      reply.headers({
        'content-type': 'application/gzip',
        'content-length': bytes,
        'content-disposition': `attachment; filename="${params.file}"`,
      })
      return reply.send(await read())
    })
    serve(scope, contract.listEmbeddedSpots, async ({ query, request, reply }) => {
      reply.header('cache-control', CACHE)
      return reads.run(request, (from) => readEmbedded(from, query))
    })
  })
}

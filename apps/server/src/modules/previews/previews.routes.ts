import { contract } from '@nollie/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import type { Preview } from './drawing-queue.ts'
import type { PageKind, Previews } from './previews.service.ts'

// Like the photos in them, hidden and deleted previews must disappear within ten seconds, even from a cache in front of
// the server.
const CACHE = 'public, max-age=5, must-revalidate'

/** The background map only changes with a release. */
const GROUND_CACHE = 'public, max-age=86400'

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: Preview,
  { type = 'image/jpeg', cache = CACHE } = {},
): FastifyReply {
  reply.headers({
    'cache-control': cache,
    etag,
    'x-content-type-options': 'nosniff',
    // Chat apps embed the image in their own pages.
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(type).serializer(String).send(bytes)
}

/** Routes for link preview images. */
export function previewRoutes(app: FastifyInstance, { previews }: { previews: Previews }): void {
  serve(app, contract.spotPreview, async ({ params: { file }, request, reply }) =>
    send(request, reply, await previews.ofSpot(file.slice(0, -'.jpg'.length))),
  )
  serve(app, contract.namedPreview, async ({ params: { kind, file }, request, reply }) =>
    send(request, reply, await previews.ofNamed(kind, file.slice(0, -'.jpg'.length))),
  )
  serve(app, contract.stillMap, async ({ params: { theme, file }, request, reply }) =>
    send(request, reply, await previews.getMapPreview(file.slice(0, -'.webp'.length), theme), {
      type: 'image/webp',
    }),
  )
  serve(app, contract.groundTile, async ({ params: { theme, z, x, file }, request, reply }) => {
    const tile = { z, x, y: Number(file.slice(0, -'.webp'.length)) }
    return send(request, reply, await previews.getTilePreview(tile, theme), {
      type: 'image/webp',
      cache: GROUND_CACHE,
    })
  })
  serve(app, contract.pagePreview, async ({ params: { file }, request, reply }) =>
    send(request, reply, await previews.ofPage(file.slice(0, -'.jpg'.length) as PageKind)),
  )
}

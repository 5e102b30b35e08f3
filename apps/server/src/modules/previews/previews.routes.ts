import { contract } from '@nollie/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import type { PageKind, Preview, Previews } from './previews.service.ts'

// As the files they are made of: hidden and deleted ones go within ten seconds, also from a cache in front.
const CACHE = 'public, max-age=5, must-revalidate'

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: Preview,
  type = 'image/jpeg',
): FastifyReply => {
  reply.headers({
    'cache-control': CACHE,
    etag,
    'x-content-type-options': 'nosniff',
    // Chats and their servers show it on pages of their own.
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(type).serializer(String).send(bytes)
}

/** Pictures that links show in chats. */
export const previewRoutes = (app: FastifyInstance, { previews }: { previews: Previews }): void => {
  serve(app, contract.spotPreview, async ({ params: { file }, request, reply }) =>
    send(request, reply, await previews.ofSpot(file.slice(0, -'.jpg'.length))),
  )
  serve(app, contract.namedPreview, async ({ params: { kind, file }, request, reply }) =>
    send(request, reply, await previews.ofNamed(kind, file.slice(0, -'.jpg'.length))),
  )
  serve(app, contract.stillMap, async ({ params: { theme, file }, request, reply }) =>
    send(request, reply, await previews.mapOf(file.slice(0, -'.webp'.length), theme), 'image/webp'),
  )
  serve(app, contract.pagePreview, async ({ params: { file }, request, reply }) =>
    send(request, reply, await previews.ofPage(file.slice(0, -'.jpg'.length) as PageKind)),
  )
}

import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import { type ContentDeps, shareContent } from './share-content.service.ts'

/** Routes for sharing content without a spot. */
export function contentRoutes(app: FastifyInstance, deps: ContentDeps): void {
  serve(app, contract.shareContent, async ({ headers, body, viewer, reply }) => {
    const post = await shareContent(deps, viewer, headers['idempotency-key'], body)
    reply.header('etag', `"${post.version}"`)
    return post
  })
}

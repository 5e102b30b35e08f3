import { contract, type Post } from '@nollie/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import type { AuditHook } from '../audit/index.ts'
import { removePost, removePostMedia, type SpotHooks } from './remove-post.service.ts'
import { addMedia, editPost } from './edit-post.service.ts'

const tagged = async (reply: FastifyReply, post: Promise<Post>): Promise<Post> => {
  const made = await post
  reply.header('etag', `"${made.version}"`)
  return made
}

/** Creating, editing and deleting posts. */
export const postWriteRoutes = (
  app: FastifyInstance,
  deps: { db: Db; spots: SpotHooks; audit: AuditHook },
): void => {
  const { db, spots } = deps
  serve(app, contract.addMedia, ({ headers, body, viewer, reply }) =>
    tagged(reply, addMedia(db, viewer, headers['idempotency-key'], body)),
  )
  serve(app, contract.editPost, ({ params, headers, body, viewer, reply }) => {
    const version = Number(headers['if-match'].slice(1, -1))
    return tagged(reply, editPost(db, viewer, { id: params.post_id, version }, body))
  })
  serve(app, contract.removePost, ({ params, viewer }) => removePost(deps, viewer, params.post_id))
  serve(app, contract.removePostMedia, ({ params, viewer }) => removePostMedia(db, spots, viewer, params))
}

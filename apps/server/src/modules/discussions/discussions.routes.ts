import { contract, type Discussion } from '@nollie/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import type { AuditHook } from '../audit/index.ts'
import {
  discussionsPage,
  editDiscussion,
  removeDiscussion,
  requireDiscussion,
  startDiscussion,
} from './discussions.service.ts'
import { setDiscussionLike } from './discussion-likes.service.ts'

async function tagged(reply: FastifyReply, discussion: Promise<Discussion>): Promise<Discussion> {
  const made = await discussion
  reply.header('etag', `"${made.version}"`)
  return made
}

/** Routes for discussions and their likes. The comments module serves their comments. */
export function discussionRoutes(app: FastifyInstance, deps: { db: Db; audit: AuditHook }): void {
  const { db } = deps
  serve(app, contract.listDiscussions, ({ query, viewer }) => discussionsPage(db, viewer, query))
  serve(app, contract.getDiscussion, ({ params, viewer, reply }) =>
    tagged(reply, requireDiscussion(db, viewer, params.discussion_id)),
  )
  serve(app, contract.startDiscussion, ({ headers, body, viewer, reply }) =>
    tagged(reply, startDiscussion(db, viewer, headers['idempotency-key'], body)),
  )
  serve(app, contract.editDiscussion, ({ params, headers, body, viewer, reply }) => {
    const version = Number(headers['if-match'].slice(1, -1))
    return tagged(reply, editDiscussion(db, viewer, { id: params.discussion_id, version }, body))
  })
  serve(app, contract.removeDiscussion, ({ params, viewer }) =>
    removeDiscussion(deps, viewer, params.discussion_id),
  )
  serve(app, contract.likeDiscussion, ({ params, viewer }) =>
    setDiscussionLike(db, viewer, params.discussion_id, true),
  )
  serve(app, contract.unlikeDiscussion, ({ params, viewer }) =>
    setDiscussionLike(db, viewer, params.discussion_id, false),
  )
}

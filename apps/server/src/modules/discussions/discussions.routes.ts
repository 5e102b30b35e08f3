import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import type { Oversight } from '../oversight/index.ts'
import {
  addComment,
  commentsPage,
  discussionsPage,
  removeComment,
  removeDiscussion,
  requireDiscussion,
  startDiscussion,
} from './discussions.service.ts'

/** Discussions and what is said in them. */
export const discussionRoutes = (app: FastifyInstance, deps: { db: Db; oversight: Oversight }): void => {
  const { db } = deps
  serve(app, contract.listDiscussions, ({ query, viewer }) => discussionsPage(db, viewer, query.cursor))
  serve(app, contract.getDiscussion, ({ params, viewer }) =>
    requireDiscussion(db, viewer, params.discussion_id),
  )
  serve(app, contract.startDiscussion, ({ headers, body, viewer }) =>
    startDiscussion(db, viewer, headers['idempotency-key'], body),
  )
  serve(app, contract.removeDiscussion, ({ params, viewer }) =>
    removeDiscussion(deps, viewer, params.discussion_id),
  )
  serve(app, contract.listDiscussionComments, ({ params, query, viewer }) =>
    commentsPage(db, viewer, params.discussion_id, query.cursor),
  )
  serve(app, contract.addDiscussionComment, ({ params, headers, body, viewer }) =>
    addComment(db, viewer, headers['idempotency-key'], { ...params, ...body }),
  )
  serve(app, contract.removeDiscussionComment, ({ params, viewer }) => removeComment(deps, viewer, params))
}

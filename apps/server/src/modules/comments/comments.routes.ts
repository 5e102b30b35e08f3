import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import type { AuditHook } from '../audit/index.ts'
import { addComment, commentsPage, removeComment, repliesPage } from './comments.service.ts'
import { setCommentLike } from './comment-likes.service.ts'

const NO_ITEM = { post_id: null, media_index: null }

/** Routes for comments on posts and discussions, replies, and likes on both. */
export function commentRoutes(app: FastifyInstance, deps: { db: Db; audit: AuditHook }): void {
  const { db } = deps
  serve(app, contract.listComments, ({ params, query, viewer }) =>
    commentsPage(
      db,
      viewer,
      { ...params, media_index: query.media_index ?? null, discussion_id: null },
      query.cursor,
    ),
  )
  serve(app, contract.listDiscussionComments, ({ params, query, viewer }) =>
    commentsPage(db, viewer, { ...params, ...NO_ITEM }, query.cursor),
  )
  serve(app, contract.listReplies, ({ params, query, viewer }) =>
    repliesPage(db, viewer, params.comment_id, query.cursor),
  )
  serve(app, contract.addComment, ({ params, headers, body, viewer }) =>
    addComment(db, viewer, headers['idempotency-key'], { ...params, ...body, discussion_id: null }),
  )
  serve(app, contract.addDiscussionComment, ({ params, headers, body, viewer }) =>
    addComment(db, viewer, headers['idempotency-key'], { ...params, ...body, ...NO_ITEM }),
  )
  serve(app, contract.removeComment, ({ params, viewer }) => removeComment(deps, viewer, params.comment_id))
  serve(app, contract.likeComment, ({ params, viewer }) =>
    setCommentLike(db, viewer, params.comment_id, true),
  )
  serve(app, contract.unlikeComment, ({ params, viewer }) =>
    setCommentLike(db, viewer, params.comment_id, false),
  )
}

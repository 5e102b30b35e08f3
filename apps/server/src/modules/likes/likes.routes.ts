import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { likeItem, likesPage, unlikeItem } from './likes.service.ts'

/** Routes for likes on photos, videos, and text. */
export function likeRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.likeMedia, ({ params, viewer }) => likeItem(db, params, viewer.user_id))
  serve(app, contract.unlikeMedia, ({ params, viewer }) => unlikeItem(db, params, viewer.user_id))
  serve(app, contract.listLikes, ({ params, query, viewer }) =>
    likesPage(db, viewer.user_id, params, query.cursor),
  )
}

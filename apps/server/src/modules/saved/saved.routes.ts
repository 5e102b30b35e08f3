import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { JsonText, serve } from '../../platform/http/index.ts'
import {
  savedPostsText,
  savedSpotsText,
  savePost,
  saveSpot,
  unsavePost,
  unsaveSpot,
} from './saved.service.ts'

/** Routes for saving posts and spots, and for listing them. */
export function savedRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(
    app,
    contract.listSavedPosts,
    async ({ query, viewer }) => new JsonText(await savedPostsText(db, viewer.user_id, query.cursor)),
  )
  serve(
    app,
    contract.listSavedSpots,
    async ({ query, viewer }) => new JsonText(await savedSpotsText(db, viewer.user_id, query.cursor)),
  )
  serve(app, contract.savePost, ({ params, viewer }) => savePost(db, viewer.user_id, params.post_id))
  serve(app, contract.unsavePost, ({ params, viewer }) => unsavePost(db, viewer.user_id, params.post_id))
  serve(app, contract.saveSpot, ({ params, viewer }) => saveSpot(db, viewer.user_id, params.spot_id))
  serve(app, contract.unsaveSpot, ({ params, viewer }) => unsaveSpot(db, viewer.user_id, params.spot_id))
}

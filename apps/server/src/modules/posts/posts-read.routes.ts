import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import type { Reads } from '../../db/replicas.ts'
import { JsonText, serve } from '../../platform/http/index.ts'
import { feedPage, countNewPosts, relatedText, requirePostText } from './feed.service.ts'

/** Feed, posts and sets. */
export const postReadRoutes = (app: FastifyInstance, { db, reads }: { db: Db; reads: Reads }): void => {
  serve(app, contract.listPosts, ({ query, viewer, request }) =>
    reads.run(request, (from) => feedPage(from, viewer.user_id, query)),
  )
  serve(app, contract.newPostsSince, async ({ query, viewer }) => ({
    count: await countNewPosts(db, viewer.user_id, query.filter, query.since),
  }))
  serve(
    app,
    contract.getPost,
    async ({ params, viewer }) => new JsonText(await requirePostText(db, viewer.user_id, params.post_id)),
  )
  serve(
    app,
    contract.relatedPosts,
    async ({ params, viewer }) => new JsonText(await relatedText(db, viewer.user_id, params.post_id)),
  )
}

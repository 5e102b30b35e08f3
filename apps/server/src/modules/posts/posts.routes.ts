import { contract, type Post } from '@nollie/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../db/open.ts'
import type { Reads } from '../../db/read-replicas.ts'
import { JsonText, serve } from '../../platform/http/index.ts'
import type { AuditHook } from '../audit/index.ts'
import { addMedia } from './edit/add-media.service.ts'
import { describePostMedia } from './edit/describe-media.service.ts'
import { editPost } from './edit/edit-post.service.ts'
import { readCrewPosts } from './person-posts.service.ts'
import { countNewPosts, feedPage, readNewestChanges } from './feed/feed.service.ts'
import { setPostAudience } from './edit/post-audience.service.ts'
import { relatedText } from './feed/post-sets.service.ts'
import { requirePostText } from './posts.service.ts'
import { removePostMedia } from './edit/remove-media.service.ts'
import { removePost, type SpotHooks } from './deletion/remove-post.service.ts'

async function tagged(reply: FastifyReply, post: Promise<Post>): Promise<Post> {
  const made = await post
  reply.header('etag', `"${made.version}"`)
  return made
}

/** Routes for the feed, posts, and sets, and for creating, editing, and deleting posts. */
export function postRoutes(
  app: FastifyInstance,
  deps: { db: Db; reads: Reads; spots: SpotHooks; audit: AuditHook },
): void {
  const { db, reads, spots } = deps
  serve(app, contract.listPosts, ({ query, viewer, request }) =>
    reads.run(request, (from) => feedPage(from, viewer.user_id, query)),
  )
  serve(app, contract.newPostsSince, async ({ query, viewer }) => ({
    count: await countNewPosts(db, viewer.user_id, query.filter, query.since),
  }))
  // Clients request this after a live event that a replica may not have yet.
  serve(app, contract.newestSpotChanges, async ({ viewer }) => ({
    items: await readNewestChanges(db, viewer.user_id),
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
  serve(app, contract.listCrewPosts, ({ params, query, viewer }) =>
    readCrewPosts(db, viewer.user_id, params.crew_id, query.cursor),
  )
  serve(app, contract.addMedia, ({ headers, body, viewer, reply }) =>
    tagged(reply, addMedia(db, viewer, headers['idempotency-key'], body)),
  )
  serve(app, contract.editPost, ({ params, headers, body, viewer, reply }) => {
    const version = Number(headers['if-match'].slice(1, -1))
    return tagged(reply, editPost(db, viewer, { id: params.post_id, version }, body))
  })
  serve(app, contract.describePostMedia, ({ params, body, viewer, reply }) =>
    tagged(reply, describePostMedia(db, viewer, params, body.alt_text)),
  )
  serve(app, contract.setPostAudience, ({ params, body, viewer, reply }) =>
    tagged(reply, setPostAudience(db, viewer, params.post_id, body)),
  )
  serve(app, contract.removePost, ({ params, viewer }) => removePost(deps, viewer, params.post_id))
  serve(app, contract.removePostMedia, ({ params, viewer }) => removePostMedia(db, spots, viewer, params))
}

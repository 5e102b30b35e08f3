import { contract, type Profile } from '@nollie/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { getActivity } from './activity.service.ts'
import { selectSuggestions } from './find-people.queries.ts'
import { findPeople } from './find-people.service.ts'
import { selectNameSuggestions } from './suggest-names.queries.ts'
import { addPicture, choosePicture, removePicture } from './profile-picture.service.ts'
import { editProfile, requireProfile, showHomeTown } from './profile.service.ts'
import { listPersonPosts, listPersonSpots } from './person-content.service.ts'

/** Maximum number of suggested people. */
const SUGGESTED = 20

// Sends the version as an ETag, for the `If-Match` header of the next edit.
async function withETag(reply: FastifyReply, profile: Promise<Profile>): Promise<Profile> {
  const found = await profile
  reply.header('etag', `"${found.version}"`)
  return found
}

/** Routes for people's profiles, posts, spots, and activity, and for finding people. */
export function peopleRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.getProfile, ({ params, viewer, reply }) =>
    withETag(reply, requireProfile(db, viewer.user_id, params.user_id)),
  )
  serve(app, contract.editProfile, ({ headers, body, viewer, reply }) => {
    const version = Number(headers['if-match'].slice(1, -1))
    return withETag(reply, editProfile(db, viewer.user_id, version, body))
  })
  serve(app, contract.setHomeTown, ({ body, viewer, reply }) =>
    withETag(reply, showHomeTown(db, viewer.user_id, body.home_town)),
  )
  serve(app, contract.addPicture, ({ headers, body, viewer, reply }) =>
    withETag(reply, addPicture(db, viewer.user_id, headers['idempotency-key'], body.media_id)),
  )
  serve(app, contract.choosePicture, ({ body, viewer, reply }) =>
    withETag(reply, choosePicture(db, viewer.user_id, body.post_id)),
  )
  serve(app, contract.removePicture, ({ viewer, reply }) =>
    withETag(reply, removePicture(db, viewer.user_id)),
  )
  serve(app, contract.listPictures, ({ params, query, viewer }) =>
    listPersonPosts(db, viewer.user_id, { ...params, only: 'pictures' }, query.cursor),
  )
  serve(app, contract.listPersonPosts, ({ params, query, viewer }) =>
    listPersonPosts(db, viewer.user_id, { ...params, only: 'posts' }, query.cursor),
  )
  serve(app, contract.listPersonSpots, ({ params, query, viewer }) =>
    listPersonSpots(db, viewer.user_id, params.user_id, query.cursor),
  )
  serve(app, contract.findPeople, ({ query, viewer }) => findPeople(db, viewer.user_id, query))
  serve(app, contract.offerNames, async ({ query, viewer }) => ({
    items: await selectNameSuggestions(db, viewer.user_id, query.q.replace(/^@+/, '')),
  }))
  serve(app, contract.suggestPeople, async ({ viewer, query: { near, fill } }) => ({
    items: await selectSuggestions(db, viewer.user_id, { near: near ?? null, fill, limit: SUGGESTED }),
  }))
  serve(app, contract.listActivity, async ({ params, query, viewer }) => ({
    items: await getActivity(db, viewer.user_id, params.user_id, query.offset),
  }))
}

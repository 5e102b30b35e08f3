import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { answerMeetup } from './answer-meetup.service.ts'
import { addMeetup, cancelMeetup, editMeetup, listMeetups, requireMeetup } from './meetups.service.ts'

/** Routes for meetups at spots. */
export function meetupRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.listMeetups, async ({ params, viewer }) => ({
    items: await listMeetups(db, viewer.user_id, params.spot_id),
  }))
  serve(app, contract.addMeetup, ({ params, headers, body, viewer }) =>
    addMeetup(db, viewer.user_id, headers['idempotency-key'], { ...params, ...body }),
  )
  serve(app, contract.getMeetup, ({ params, viewer }) => requireMeetup(db, viewer.user_id, params.meetup_id))
  serve(app, contract.editMeetup, ({ params, body, viewer }) =>
    editMeetup(db, viewer.user_id, params.meetup_id, body),
  )
  serve(app, contract.cancelMeetup, ({ params, viewer }) =>
    cancelMeetup(db, viewer.user_id, params.meetup_id),
  )
  serve(app, contract.answerMeetup, ({ params, body, viewer }) =>
    answerMeetup(db, viewer.user_id, params.meetup_id, body.answer),
  )
}

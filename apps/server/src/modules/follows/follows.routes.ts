import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { peoplePage, setFollow } from './follows.service.ts'

/** Routes for following and unfollowing, and for lists of followers and followed people. */
export function followRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.followPerson, ({ params, viewer }) =>
    setFollow(db, viewer.user_id, params.user_id, true),
  )
  serve(app, contract.unfollowPerson, ({ params, viewer }) =>
    setFollow(db, viewer.user_id, params.user_id, false),
  )
  serve(app, contract.listFollowers, ({ params, query, viewer }) =>
    peoplePage(db, viewer.user_id, { ...params, kind: 'followers' }, query.cursor),
  )
  serve(app, contract.listFollowing, ({ params, query, viewer }) =>
    peoplePage(db, viewer.user_id, { ...params, kind: 'following' }, query.cursor),
  )
}

import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { readClock, removeBust, reportBust } from './busts.service.ts'

/** Routes for the chance of getting kicked out of a spot, and reports about it. */
export function bustRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.getBusts, ({ params, viewer }) => readClock(db, viewer.user_id, params.spot_id))
  serve(app, contract.reportBust, ({ params, body, viewer }) =>
    reportBust(db, viewer.user_id, params.spot_id, body),
  )
  serve(app, contract.removeBust, ({ params, viewer }) =>
    removeBust(db, viewer.user_id, params.spot_id, params.day),
  )
}

import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { checksPage, dropChecksOf, removeCheck } from './checks.service.ts'
import { addCheck } from './add-check.service.ts'
import { endSettlement, settleSpot } from './settlements.service.ts'

/** Routes for status reports about spots. */
export function checkRoutes(app: FastifyInstance, deps: { db: Db; jobs: Jobs }): void {
  const { db } = deps
  serve(app, contract.settleSpot, ({ params, body, viewer }) =>
    settleSpot(deps, viewer, params.spot_id, body),
  )
  serve(app, contract.endSettlement, ({ params, viewer }) => endSettlement(deps, viewer, params.spot_id))
  serve(app, contract.addCheck, ({ params, headers, body, viewer }) =>
    addCheck(db, viewer, params.spot_id, headers['idempotency-key'], body),
  )
  serve(app, contract.listChecks, ({ params, query, viewer }) =>
    checksPage(db, viewer.user_id, params.spot_id, query.cursor),
  )
  serve(app, contract.removeCheck, ({ params, viewer }) => removeCheck(db, viewer, params.check_id))
  serve(app, contract.dropChecksOf, ({ params, viewer }) => dropChecksOf(db, viewer, params.user_id))
}

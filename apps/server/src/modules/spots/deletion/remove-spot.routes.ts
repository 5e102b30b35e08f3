import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/open.ts'
import { serve } from '../../../platform/http/index.ts'
import type { AuditHook } from '../../audit/index.ts'
import { addVersionTag } from '../edit/version-tag.ts'
import { removeSpot, restoreSpot } from './remove-spot.service.ts'

/** Routes for deleting and restoring spots. */
export function spotRemovalRoutes(app: FastifyInstance, deps: { db: Db; audit: AuditHook }): void {
  serve(app, contract.removeSpot, ({ params, viewer }) => removeSpot(deps, viewer, params.spot_id))
  serve(app, contract.restoreSpot, ({ params, viewer, reply }) =>
    addVersionTag(reply, restoreSpot(deps, viewer, params.spot_id)),
  )
}

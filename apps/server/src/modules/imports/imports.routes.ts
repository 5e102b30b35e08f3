import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { conflictsPage, runsPage } from './imports.service.ts'
import { decideConflict } from './conflicts.service.ts'

/** Routes for the operator's imports and for conflicts that moderators resolve. */
export function importRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.listImportRuns, ({ query }) => runsPage(db, query.cursor))
  serve(app, contract.listImportConflicts, ({ query, viewer }) => conflictsPage(db, viewer, query.cursor))
  serve(app, contract.decideImportConflict, ({ params, body, viewer }) =>
    decideConflict(db, viewer, params.conflict_id, body),
  )
}

import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { report } from './reports.service.ts'

/** Routes for reporting content to the moderators. */
export function reportRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.report, ({ body, viewer }) => report(db, viewer.user_id, body))
}

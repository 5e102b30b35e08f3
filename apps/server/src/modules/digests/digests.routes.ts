import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { getDigests, setDigests, unsubscribe } from './digests.service.ts'

/** Routes for a person's opt-in notifications. */
export function digestRoutes(app: FastifyInstance, { db, secret }: { db: Db; secret: string }): void {
  serve(app, contract.getDigests, ({ viewer }) => getDigests(db, viewer))
  serve(app, contract.setDigests, ({ viewer, body }) => setDigests(db, viewer, body))
  serve(app, contract.unsubscribe, ({ body }) => unsubscribe({ db, secret }, body.token))
}

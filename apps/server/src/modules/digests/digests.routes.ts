import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { endDigest, getDigests, setDigests } from './digests.service.ts'

/** Routes for a person's opt-in notifications. */
export const digestRoutes = (app: FastifyInstance, { db, secret }: { db: Db; secret: string }): void => {
  serve(app, contract.getDigests, ({ viewer }) => getDigests(db, viewer))
  serve(app, contract.setDigests, ({ viewer, body }) => setDigests(db, viewer, body))
  serve(app, contract.endDigest, ({ body }) => endDigest({ db, secret }, body.token))
}

import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { JsonText, serve } from '../../platform/http/index.ts'
import { discoverPage } from './discover.service.ts'

/** Everybody's photos and videos. */
export const discoverRoutes = (app: FastifyInstance, { db }: { db: Db }): void => {
  serve(
    app,
    contract.discover,
    async ({ query, viewer }) => new JsonText(await discoverPage(db, viewer.user_id, query.cursor)),
  )
}

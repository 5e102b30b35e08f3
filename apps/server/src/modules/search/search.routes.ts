import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { JsonText, serve } from '../../platform/http/index.ts'
import { searchAll, spotsPage } from './search.service.ts'

/** Finding people and spots by what is typed. */
export const searchRoutes = (app: FastifyInstance, { db }: { db: Db }): void => {
  serve(app, contract.search, ({ query, viewer }) => searchAll(db, viewer.user_id, query.q))
  serve(
    app,
    contract.searchSpots,
    async ({ query, viewer }) => new JsonText(await spotsPage(db, viewer.user_id, query.q, query.cursor)),
  )
}

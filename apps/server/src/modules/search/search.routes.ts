import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Reads } from '../../db/read-replicas.ts'
import { JsonText, serve } from '../../platform/http/index.ts'
import { searchAll, spotsPage } from './search.service.ts'

/** Routes for searching people and spots. */
export function searchRoutes(app: FastifyInstance, { reads }: { reads: Reads }): void {
  serve(app, contract.search, ({ query, viewer, request }) =>
    reads.run(request, (from) => searchAll(from, viewer.user_id, query.q)),
  )
  serve(
    app,
    contract.searchSpots,
    async ({ query, viewer, request }) =>
      new JsonText(
        await reads.run(request, (from) => spotsPage(from, viewer.user_id, query.q, query.cursor)),
      ),
  )
}

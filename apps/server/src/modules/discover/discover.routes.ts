import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Reads } from '../../db/read-replicas.ts'
import { serve } from '../../platform/http/index.ts'
import { discoverPage } from './discover.service.ts'

/** Route for everyone's photos and videos. */
export function discoverRoutes(app: FastifyInstance, { reads }: { reads: Reads }): void {
  serve(app, contract.discover, ({ query, viewer, request }) =>
    reads.run(request, (from) => discoverPage(from, viewer.user_id, query.cursor)),
  )
}

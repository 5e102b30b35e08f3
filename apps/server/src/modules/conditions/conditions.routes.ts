import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve, buildSenderKey } from '../../platform/http/index.ts'
import { readConditions } from './conditions.service.ts'
import type { Weather } from './weather.service.ts'

/** Route for current conditions at a spot. */
export function conditionRoutes(app: FastifyInstance, deps: { db: Db; weather: Weather }): void {
  serve(app, contract.getConditions, ({ params, viewer, request }) =>
    readConditions(
      deps,
      { viewer: viewer?.user_id ?? null, sender: buildSenderKey(viewer, request.ip) },
      params.spot_id,
    ),
  )
}

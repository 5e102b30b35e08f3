import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { readConditions } from './conditions.service.ts'
import type { Weather } from './weather.service.ts'

/** Rain, light and peace of a spot now. */
export const conditionRoutes = (app: FastifyInstance, deps: { db: Db; weather: Weather }): void => {
  serve(app, contract.getConditions, ({ params, viewer }) =>
    readConditions(deps, viewer?.user_id ?? null, params.spot_id),
  )
}

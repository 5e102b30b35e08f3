import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import { reversePlace } from './places.service.ts'

/** Names of places. */
export const placeRoutes = (app: FastifyInstance): void => {
  serve(app, contract.reversePlace, ({ query }) => reversePlace(query.latitude, query.longitude))
}

import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import type { Geoip } from './geoip.ts'
import { guessHere } from './here.service.ts'
import { reversePlace } from './places.service.ts'

/** Names of places, and where whoever asks may be. */
export const placeRoutes = (app: FastifyInstance, { geoip }: { geoip: Geoip | null }): void => {
  serve(app, contract.here, ({ query, request }) =>
    guessHere(geoip, {
      ip: request.ip,
      timeZone: query.time_zone ?? null,
      languages: request.headers['accept-language'] ?? '',
    }),
  )
  serve(app, contract.reversePlace, ({ query }) => reversePlace(query.latitude, query.longitude))
}

import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import type { Geoip } from './geoip.ts'
import { guessHere } from './position-guess.service.ts'
import type { PlaceSearch } from './place-search.service.ts'
import { findPlaceAt } from './reverse-place.ts'

type Deps = {
  geoip: Geoip | null
  search: PlaceSearch
}

/** Routes for place search and the viewer's approximate position. */
export function placeRoutes(app: FastifyInstance, { geoip, search }: Deps): void {
  serve(app, contract.here, ({ query, request }) =>
    guessHere(geoip, {
      ip: request.ip,
      timeZone: query.time_zone ?? null,
      languages: request.headers['accept-language'] ?? '',
    }),
  )
  serve(app, contract.searchPlaces, async ({ query }) => ({
    items: await search.find({ q: query.q, near: query.near ?? null, language: query.language ?? null }),
  }))
  serve(app, contract.placeDetails, ({ query }) => search.details(query.ref))
  serve(app, contract.reversePlace, ({ query }) => findPlaceAt(query.latitude, query.longitude))
}

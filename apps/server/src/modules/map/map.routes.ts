import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import type { Reads } from '../../db/replicas.ts'
import { JsonText, serve } from '../../platform/http/index.ts'
import { findSpots } from '../spots/index.ts'
import { boundsOfDensest, boundsOfMatches } from './bounds.service.ts'
import type { Filters } from './facets.ts'
import { readKnownMap } from './known-spots.service.ts'
import { listView } from './map-list.service.ts'
import { cardOfPin, readMap } from './map.service.ts'

const SUGGESTIONS = 5

type Query = {
  z: number
  x0: number
  x1: number
  y0: number
  y1: number
}

const viewOf = ({ z, x0, x1, y0, y1 }: Query) => ({ z, x0, x1, y0, y1 })
const filtersOf = ({ type, q, keywords, place, difficulty, status, media, around }: Filters): Filters => ({
  type,
  q,
  keywords,
  place,
  difficulty,
  status,
  media,
  around,
})

/** The map, the list beside it and the suggestions of its search field; all are public. */
export const mapRoutes = (app: FastifyInstance, { db, reads }: { db: Db; reads: Reads }): void => {
  serve(app, contract.getMap, async ({ query, request, reply }) => {
    const known = request.headers['if-none-match']
    const { tag, text } = await reads.run(request, (from) =>
      readMap(from, viewOf(query), filtersOf(query), known),
    )
    // Browsers store it and revalidate every time: most responses are then 304 without a body.
    reply.header('etag', tag).header('cache-control', 'no-cache')
    return text === null ? reply.code(304).send() : new JsonText(text)
  })
  serve(
    app,
    contract.mapOfKnown,
    async ({ query, viewer, request }) =>
      new JsonText(
        await reads.run(request, (from) =>
          readKnownMap(from, viewer.user_id, viewOf(query), filtersOf(query)),
        ),
      ),
  )
  serve(app, contract.cardOfPin, ({ params, viewer }) => cardOfPin(db, viewer?.user_id ?? null, params.pin))
  serve(
    app,
    contract.listSpots,
    async ({ query, viewer, request }) =>
      new JsonText(
        await reads.run(request, (from) =>
          listView(from, viewer?.user_id ?? null, viewOf(query), filtersOf(query), query),
        ),
      ),
  )
  serve(app, contract.boundsOfSpots, ({ query, request }) =>
    reads.run(request, (from) => boundsOfMatches(from, filtersOf(query))),
  )
  serve(app, contract.densestPlace, async ({ request }) => ({
    bounds: await reads.run(request, boundsOfDensest),
  }))
  serve(app, contract.suggestSpots, async ({ query, viewer, request }) => {
    const { items } = await reads.run(request, (from) =>
      findSpots(from, viewer?.user_id ?? null, query.q, {
        limit: SUGGESTIONS,
        near: query.near,
        status: query.status ?? 'open',
      }),
    )
    return { items }
  })
}

import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { JsonText, serve } from '../../platform/http/index.ts'
import { findSpots } from '../spots/index.ts'
import { boundsOfDensest, boundsOfMatches } from './bounds.service.ts'
import type { Filters } from './facets.ts'
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

/** The map, the list beside it and the suggestions of its search field; all for everybody. */
export const mapRoutes = (app: FastifyInstance, { db }: { db: Db }): void => {
  serve(app, contract.getMap, async ({ query, request, reply }) => {
    const known = request.headers['if-none-match']
    const { tag, text } = await readMap(db, viewOf(query), filtersOf(query), known)
    // Kept by the browser, asked again every time: most answers are then 304 without a body.
    reply.header('etag', tag).header('cache-control', 'no-cache')
    return text === null ? reply.code(304).send() : new JsonText(text)
  })
  serve(app, contract.cardOfPin, ({ params, viewer }) => cardOfPin(db, viewer?.user_id ?? null, params.pin))
  serve(
    app,
    contract.listSpots,
    async ({ query, viewer }) =>
      new JsonText(await listView(db, viewer?.user_id ?? null, viewOf(query), filtersOf(query), query)),
  )
  serve(app, contract.boundsOfSpots, ({ query }) => boundsOfMatches(db, filtersOf(query)))
  serve(app, contract.densestPlace, async () => ({ bounds: await boundsOfDensest(db) }))
  serve(app, contract.suggestSpots, async ({ query, viewer }) => {
    const { items } = await findSpots(db, viewer?.user_id ?? null, query.q, {
      limit: SUGGESTIONS,
      near: query.near,
      status: query.status ?? 'open',
    })
    return { items }
  })
}

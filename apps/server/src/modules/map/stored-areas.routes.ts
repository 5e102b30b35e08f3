import { contract, LIMITS } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import type { Reads } from '../../db/read-replicas.ts'
import { JsonText, serve } from '../../platform/http/index.ts'
import { sendSpotsFile } from '../lists/index.ts'
import { placesIn } from '../places/index.ts'
import type { StreetMaps } from '../streets/index.ts'
import {
  listAreaSpots,
  listListArea,
  nameArea,
  readAreaCards,
  summariseArea,
} from './stored-areas.service.ts'

type Deps = { db: Db; reads: Reads; publicUrl: URL; streets: { maps: StreetMaps } }

/** Routes for area data that a device downloads for offline use. */
export function areaRoutes(app: FastifyInstance, { db, reads, publicUrl, streets }: Deps): void {
  serve(app, contract.summariseArea, ({ query, viewer, request }) =>
    reads.run(request, (from) => summariseArea(from, viewer.user_id, streets.maps, query.box)),
  )
  serve(app, contract.listAreaSpots, async ({ query, viewer, request, reply }) => {
    const { text, tag } = await reads.run(request, (from) =>
      listAreaSpots(from, viewer.user_id, query.box, query.cursor),
    )
    reply.header('etag', tag)
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : new JsonText(text)
  })
  serve(app, contract.listListArea, async ({ params, viewer, request, reply }) => {
    const { text, tag } = await listListArea(db, viewer.user_id, params.list_id)
    reply.header('etag', tag)
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : new JsonText(text)
  })
  serve(app, contract.exportArea, async ({ params, query, viewer, reply }) => {
    const name = (await nameArea(query.box)) ?? 'Nollie'
    const spots = readAreaCards(db, viewer?.user_id ?? null, query.box)
    return sendSpotsFile(reply, params.format, { name, description: null, spots, isRoute: false, publicUrl })
  })
  serve(app, contract.listAreaNames, async ({ query, request }) => ({
    items: await reads.run(request, (from) => placesIn(from, query.box, LIMITS.area_names)),
  }))
}

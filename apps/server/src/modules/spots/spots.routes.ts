import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { tagged } from './edit-spot.routes.ts'
import { galleryPage, nearbySpots, requireCard, requireSpot, shareSpot } from './spots.service.ts'

/** Spots: sharing, card, page, gallery and nearby spots. */
export const spotRoutes = (app: FastifyInstance, { db }: { db: Db }): void => {
  serve(app, contract.shareSpot, ({ body, headers, viewer }) =>
    shareSpot(db, viewer.user_id, headers['idempotency-key'], body),
  )
  serve(app, contract.nearbySpots, async ({ query, viewer }) => ({
    items: await nearbySpots(db, viewer?.user_id ?? null, query),
  }))
  serve(app, contract.getSpotCard, ({ params, viewer }) =>
    requireCard(db, viewer?.user_id ?? null, params.spot_id),
  )
  serve(app, contract.getSpot, ({ params, viewer, reply }) =>
    tagged(reply, requireSpot(db, viewer.user_id, params.spot_id)),
  )
  serve(app, contract.getSpotGallery, ({ params, query, viewer }) =>
    galleryPage(db, viewer.user_id, params.spot_id, query.cursor),
  )
}

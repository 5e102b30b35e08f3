import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { addVersionTag } from './edit/version-tag.ts'
import { requireCard, requireSpot } from './spots.service.ts'
import { readCrewSpots } from './crew-spots.service.ts'
import { galleryPage, listVisitorMedia } from './gallery/gallery.service.ts'
import { selectLastSecrecy } from './sharing/last-secrecy.queries.ts'
import { findNearbySpots } from './nearby/nearby-spots.service.ts'
import { shareSpot } from './sharing/share-spot.service.ts'

/** Routes for sharing spots, and for cards, pages, galleries, and nearby spots. */
export function spotRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.shareSpot, ({ body, headers, viewer }) =>
    shareSpot(db, viewer.user_id, headers['idempotency-key'], body),
  )
  serve(app, contract.lastAudience, ({ viewer }) => selectLastSecrecy(db, viewer.user_id))
  serve(app, contract.listCrewSpots, ({ params, query, viewer }) =>
    readCrewSpots(db, viewer.user_id, params.crew_id, query.cursor),
  )
  serve(app, contract.nearbySpots, async ({ query, viewer }) => ({
    items: await findNearbySpots(db, viewer?.user_id ?? null, query),
  }))
  serve(app, contract.getSpotCard, ({ params, viewer }) =>
    requireCard(db, viewer?.user_id ?? null, params.spot_id),
  )
  serve(app, contract.getVisitorMedia, ({ params, viewer }) =>
    listVisitorMedia(db, viewer?.user_id ?? null, params.spot_id),
  )
  serve(app, contract.getSpot, ({ params, viewer, reply }) =>
    addVersionTag(reply, requireSpot(db, viewer.user_id, params.spot_id)),
  )
  serve(app, contract.getSpotGallery, ({ params, query, viewer }) =>
    galleryPage(db, viewer.user_id, params.spot_id, query.cursor),
  )
}

import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { changeCover } from './gallery/spot-cover.service.ts'
import { editSpot } from './edit/edit-spot.service.ts'
import { readSpotHistory } from './edit/spot-history.service.ts'
import { setSpotStatus } from './status/spot-status.service.ts'
import { addVersionTag } from './edit/version-tag.ts'

/** Routes for changing a spot's fields, condition, or cover, and for its edit history. */
export function spotEditRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.editSpot, ({ params, headers, body, viewer, reply }) => {
    const version = Number(headers['if-match'].slice(1, -1))
    return addVersionTag(reply, editSpot(db, viewer, { id: params.spot_id, version }, body))
  })
  serve(app, contract.getSpotHistory, async ({ params, viewer }) => ({
    items: await readSpotHistory(db, viewer, params.spot_id),
  }))
  serve(app, contract.setSpotStatus, ({ params, body, viewer, reply }) =>
    addVersionTag(reply, setSpotStatus(db, viewer, params.spot_id, body.status)),
  )
  serve(app, contract.changeCover, ({ params, headers, body, viewer, reply }) => {
    const input = { id: params.spot_id, media_id: body.media_id, key: headers['idempotency-key'] }
    return addVersionTag(reply, changeCover(db, viewer, input))
  })
}

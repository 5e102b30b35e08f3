import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { mergeSpots, previewMerge, undoMerge } from './merge-spots.service.ts'
import { dismissTwins, findMergeableSpots, mergesPage, pairsPage } from './twins.service.ts'

/** Routes for duplicate spots: the work list, merging, and undoing merges. */
export function twinRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.listTwins, ({ query, viewer }) => pairsPage(db, viewer, query))
  serve(app, contract.dismissTwins, ({ params, viewer }) =>
    dismissTwins(db, viewer, params.spot_id, params.other_id),
  )
  serve(app, contract.previewMerge, ({ params, viewer }) =>
    previewMerge(db, viewer, { from: params.other_id, into: params.spot_id }),
  )
  serve(app, contract.listMergeable, ({ params, query, viewer }) =>
    findMergeableSpots(db, viewer, params.spot_id, query.q ?? ''),
  )
  serve(app, contract.mergeSpots, ({ params, headers, body, viewer }) =>
    mergeSpots(db, viewer, headers['idempotency-key'], { from: body.other_id, into: params.spot_id }),
  )
  serve(app, contract.listMerges, ({ query, viewer }) => mergesPage(db, viewer, query))
  serve(app, contract.undoMerge, ({ params, viewer }) => undoMerge(db, viewer, params.merge_id))
}

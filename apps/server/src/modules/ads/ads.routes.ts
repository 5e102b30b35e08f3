import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { type AdSettings, adNear, addAd, changeAd, countAd, listAds, removeAd } from './ads.service.ts'

/** Routes for nearby ads, view and click counts, and ad management. */
export function adRoutes(app: FastifyInstance, { db, settings }: { db: Db; settings: AdSettings }): void {
  serve(app, contract.getAdNear, ({ query }) => adNear(db, settings, query.near))
  serve(app, contract.countAdView, ({ params }) => countAd(db, params.ad_id, 'views'))
  serve(app, contract.countAdPress, ({ params }) => countAd(db, params.ad_id, 'presses'))
  serve(app, contract.listAds, () => listAds(db))
  serve(app, contract.addAd, ({ body, headers, viewer }) =>
    addAd(db, { user_id: viewer.user_id, key: headers['idempotency-key'] }, body),
  )
  serve(app, contract.changeAd, ({ params, body, viewer }) =>
    changeAd(db, viewer.user_id, params.ad_id, body),
  )
  serve(app, contract.removeAd, ({ params }) => removeAd(db, params.ad_id))
}

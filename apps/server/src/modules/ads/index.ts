import { LIMITS } from '@nollie/contract'
import { defineModule, type Services } from '../../module.ts'
import { deleteOldAds, deleteOldDays } from './ads.queries.ts'
import { adRoutes } from './ads.routes.ts'
import type { AdSettings } from './ads.service.ts'

export type { AdSettings } from './ads.service.ts'

function open(_deps: Pick<Services, 'db'>, { settings }: { settings: AdSettings }) {
  return { settings }
}

/** The ad slot and the ads that admins manage for it (docs/decisions/0092-ads.md). */
export const ads = defineModule({
  name: 'ads',
  needs: ['db'],
  open,
  routes: adRoutes,
  cleanUps: [
    {
      name: 'old ads',
      everySeconds: 3600,
      removes: {
        ads: `${LIMITS.ad_days} days after their last one`,
        ad_days: `after ${LIMITS.ad_days} days, or with the ad`,
      },
      run: async ({ db }) => {
        await deleteOldAds(db, LIMITS.ad_days)
        await deleteOldDays(db, LIMITS.ad_days)
      },
    },
  ],
})

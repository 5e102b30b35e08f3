import { defineModule, STAYS } from '../../module.ts'
import { audit } from '../audit/index.ts'
import { deleteOldBulletins } from './bulletins.queries.ts'
import { managedAreaRoutes, stewardRoutes } from './stewards.routes.ts'

export { removeBulletin } from './bulletins.service.ts'
export { bulletinMover } from './move-bulletins.queries.ts'
export { isInArea, isStewardAt, isStewardAtSpot } from './rights.queries.ts'

/** Days that bulletins are stored after they end, so that reports about them can be decided. */
const BULLETIN_DAYS = 30

/**
 * Stewards (appointed by admins for an area), their bulletins, and area followers (docs/decisions/0109-stewards.md).
 */
export const stewards = defineModule({
  name: 'stewards',
  needs: ['db'],
  uses: { audit },
  tables: {
    steward_areas: 'until an admin deletes the area',
    area_stewards: STAYS.withAccount,
    area_follows: STAYS.withAccount,
  },
  routes: [stewardRoutes, managedAreaRoutes],
  cleanUps: [
    {
      name: 'ended bulletins',
      everySeconds: 3600,
      removes: { bulletins: '30 days after they end' },
      run: ({ db }) => deleteOldBulletins(db, BULLETIN_DAYS),
    },
  ],
})

import { defineModule, STAYS } from '../../module.ts'
import { deleteOfTombstones } from './checks.queries.ts'
import { checkRoutes } from './checks.routes.ts'
import { updateChanged, updateEnded, updateSettled } from './update-spot-condition.service.ts'

export { reverseSettlement } from './settlements.service.ts'

export { checkMover } from './move-checks.queries.ts'

/** Status reports, and the spot statuses derived from them (docs/decisions/0098-spot-checks.md). */
export const checks = defineModule({
  name: 'checks',
  needs: ['db', 'jobs'],
  tables: {
    spot_settlements: STAYS.withContent,
  },
  routes: checkRoutes,
  rollups: [{ name: 'spot conditions', empties: ['check_changes'], pauseSeconds: 1, run: updateChanged }],
  cleanUps: [
    {
      name: 'status reports of deleted spots',
      everySeconds: 3600,
      removes: { checks: 'with their spot, even if it leaves a tombstone' },
      run: ({ db }) => deleteOfTombstones(db),
    },
  ],
  schedules: [
    { name: 'ended closures', everySeconds: 3600, run: updateEnded },
    { name: 'ended status locks', everySeconds: 3600, run: updateSettled },
  ],
})

import { defineModule } from '../../module.ts'
import { queueAgedReports, queueOldHolidays } from './bust-rollup.queries.ts'
import { rollUpBusts } from './bust-rollup.service.ts'
import { deleteOldReports } from './busts.queries.ts'
import { bustRoutes } from './busts.routes.ts'

export { isBusyNow } from './busts.queries.ts'
export { toLocalTime } from './local-time.ts'
export { bustMover } from './move-busts.queries.ts'
export { bustNow } from './busts.service.ts'

/** Security guards change, so reports older than two years say little about today. */
const REPORT_DAYS = 730
/** Statistics always cover the holidays of at least the next half year. */
const HOLIDAY_DAYS = 180

/** The chance of getting kicked out of a spot (docs/decisions/0100-bust-clock.md). */
export const busts = defineModule({
  name: 'busts',
  needs: ['db'],
  tables: { bust_clocks: 'counts of the existing reports' },
  routes: bustRoutes,
  rollups: [{ name: 'bust clocks', empties: ['bust_changes'], pauseSeconds: 1, run: rollUpBusts }],
  schedules: [
    {
      name: 'bust clock holidays',
      everySeconds: 86_400,
      run: ({ db }) => queueOldHolidays(db, HOLIDAY_DAYS),
    },
    {
      name: 'bust clocks with aging reports',
      everySeconds: 86_400,
      run: ({ db }) => queueAgedReports(db),
    },
  ],
  cleanUps: [
    {
      name: 'old bust reports',
      everySeconds: 86_400,
      removes: { bust_reports: 'two years after the session, or with the account' },
      run: ({ db }) => deleteOldReports(db, REPORT_DAYS),
    },
  ],
})

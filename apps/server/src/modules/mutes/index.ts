import { defineModule, STAYS } from '../../module.ts'
import { muteRoutes } from './mutes.routes.ts'

export { isNotMuted } from './visibility.queries.ts'

/** People whom the viewer doesn't want to hear from, and the SQL condition that leaves them out. */
export const mutes = defineModule({
  name: 'mutes',
  needs: ['db'],
  tables: {
    mutes: STAYS.withAccount,
  },
  routes: muteRoutes,
})

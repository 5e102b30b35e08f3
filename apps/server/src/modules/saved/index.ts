import { defineModule, STAYS } from '../../module.ts'
import { savedRoutes } from './saved.routes.ts'

export { savedMover } from './move-saved.queries.ts'
export { readSavedCards } from './saved.service.ts'

/** Posts and spots that people save for later. */
export const saved = defineModule({
  name: 'saved',
  needs: ['db'],
  tables: {
    saved_posts: STAYS.withContent,
    saved_spots: STAYS.withContent,
  },
  routes: savedRoutes,
})

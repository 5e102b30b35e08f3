import { defineModule } from '../../module.ts'
import { searchRoutes } from './search.routes.ts'

/** Finding people and spots by what is typed. */
export const search = defineModule({
  name: 'search',
  needs: ['db'],
  routes: searchRoutes,
})

import { defineModule } from '../../module.ts'
import { searchRoutes } from './search.routes.ts'

/** Search for people and spots. */
export const search = defineModule({
  name: 'search',
  needs: ['reads'],
  routes: searchRoutes,
})

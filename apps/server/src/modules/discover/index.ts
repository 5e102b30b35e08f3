import { defineModule } from '../../module.ts'
import { discoverRoutes } from './discover.routes.ts'

/** Discover, a grid of everyone's photos and videos. */
export const discover = defineModule({
  name: 'discover',
  needs: ['reads'],
  routes: discoverRoutes,
})

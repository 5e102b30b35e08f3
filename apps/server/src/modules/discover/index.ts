import { defineModule } from '../../module.ts'
import { discoverRoutes } from './discover.routes.ts'

/** Everybody's photos and videos. */
export const discover = defineModule({
  name: 'discover',
  needs: ['db'],
  routes: discoverRoutes,
})

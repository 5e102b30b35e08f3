export { discoverRoutes } from './discover.routes.ts'

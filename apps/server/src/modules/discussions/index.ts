export { discussionRoutes } from './discussions.routes.ts'

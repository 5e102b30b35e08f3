export { deleteComment } from './comments.queries.ts'
export { commentRoutes } from './comments.routes.ts'

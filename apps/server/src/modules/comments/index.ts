export { deleteComment, hideComment, showComment } from './comments.queries.ts'
export { commentRoutes } from './comments.routes.ts'

export { likeRoutes } from './likes.routes.ts'
export { type ImportedLike, insertLikes } from './likes.queries.ts'

export {
  deleteComment,
  hideComment,
  insertComment,
  insertCommentLike,
  showComment,
} from './comments.queries.ts'
export { commentRoutes } from './comments.routes.ts'

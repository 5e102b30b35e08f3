import { defineModule, STAYS } from '../../module.ts'
import { audit } from '../audit/index.ts'
import { commentRoutes } from './comments.routes.ts'

export { insertCommentLike } from './comment-likes.queries.ts'
export { requireCommentText } from './comments.service.ts'
export {
  deleteComment,
  hideComment,
  insertComment,
  showComment,
} from './comments.queries.ts'

/** Comments on posts and discussions, replies, and likes on both. */
export const comments = defineModule({
  name: 'comments',
  needs: ['db'],
  uses: { audit },
  tables: {
    comments: STAYS.withContent,
    comment_likes: STAYS.withContent,
  },
  routes: commentRoutes,
})

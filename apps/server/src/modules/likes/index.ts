import { defineModule, STAYS } from '../../module.ts'
import { likeRoutes } from './likes.routes.ts'

export { type ImportedLike, insertLikes } from './likes.queries.ts'

/** Likes on photos, videos, and text. */
export const likes = defineModule({
  name: 'likes',
  needs: ['db'],
  tables: {
    likes: STAYS.withContent,
  },
  routes: likeRoutes,
})

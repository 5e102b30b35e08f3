import { defineModule, STAYS } from '../../module.ts'
import { audit } from '../audit/index.ts'
import { discussionRoutes } from './discussions.routes.ts'

export { insertDiscussion } from './discussions.queries.ts'
export {
  hideDiscussion,
  removeReportedDiscussion,
  requireDiscussion,
  showDiscussion,
} from './discussions.service.ts'

/** Community discussions and their likes. */
export const discussions = defineModule({
  name: 'discussions',
  needs: ['db'],
  uses: { audit },
  tables: {
    discussions: 'until someone deletes it',
    discussion_likes: STAYS.withContent,
  },
  routes: discussionRoutes,
})

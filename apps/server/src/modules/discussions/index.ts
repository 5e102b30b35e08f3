export { insertDiscussion } from './discussions.queries.ts'
export { discussionRoutes } from './discussions.routes.ts'
export {
  hideDiscussion,
  hideDiscussionComment,
  removeReportedComment,
  removeReportedDiscussion,
  showDiscussion,
  showDiscussionComment,
} from './discussions.service.ts'

export { insertDiscussion } from './discussions.queries.ts'
export { discussionRoutes } from './discussions.routes.ts'
export {
  hideDiscussion,
  removeReportedDiscussion,
  requireDiscussion,
  showDiscussion,
} from './discussions.service.ts'

export { discussionRoutes } from './discussions.routes.ts'
export { removeReportedComment, removeReportedDiscussion } from './discussions.service.ts'

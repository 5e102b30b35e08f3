export { messageRoutes } from './messages.routes.ts'
export { removeReportedMessage } from './messages.service.ts'

import { defineModule, STAYS } from '../../module.ts'
import { messageRoutes } from './messages.routes.ts'

export { messageMover } from './move-messages.queries.ts'
export { acceptRequestOf } from './message-requests.queries.ts'
export { type NewMessages, newMessages } from './new-messages.queries.ts'
export { removeReportedMessage } from './messages.service.ts'

/** Private conversations between two people. */
export const messages = defineModule({
  name: 'messages',
  needs: ['db', 'rates'],
  tables: {
    message_threads: STAYS.withContent,
    message_sides: STAYS.withContent,
    messages: STAYS.withContent,
  },
  routes: messageRoutes,
})

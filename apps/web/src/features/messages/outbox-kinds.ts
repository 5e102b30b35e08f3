import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** What can wait in the outbox of messages; its code is loaded when something does. */
export const messageKinds = (client: QueryClient): Kinds => ({
  message: () => import('./outbox-messages.ts').then((all) => all.waitingMessages(client)),
})

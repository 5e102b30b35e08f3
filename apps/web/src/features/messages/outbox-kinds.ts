import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind of messages; its code is loaded on demand. */
export const messageKinds = (client: QueryClient): Kinds => ({
  message: () => import('./outbox-messages.ts').then((all) => all.waitingMessages(client)),
})

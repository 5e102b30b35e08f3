import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** Returns the outbox kind for messages; its code loads on demand. */
export function messageKinds(client: QueryClient): Kinds {
  return {
    message: () => import('./sending/outbox-messages.ts').then((all) => all.waitingMessages(client)),
  }
}

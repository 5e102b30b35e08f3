import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** What can wait in the outbox of following; its code is loaded when something does. */
export const followKinds = (client: QueryClient): Kinds => ({
  follow: () => import('./outbox-follows.ts').then((all) => all.waitingFollows(client)),
})

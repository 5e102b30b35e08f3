import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind of follows; its code is loaded on demand. */
export const followKinds = (client: QueryClient): Kinds => ({
  follow: () => import('./outbox-follows.ts').then((all) => all.waitingFollows(client)),
})

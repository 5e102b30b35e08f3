import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** Returns the outbox kind for follows; its code loads on demand. */
export function followKinds(client: QueryClient): Kinds {
  return {
    follow: () => import('./outbox-follows.ts').then((all) => all.waitingFollows(client)),
  }
}

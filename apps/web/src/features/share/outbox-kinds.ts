import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind for new spots. Its code loads on demand. */
export function spotKinds(client: QueryClient): Kinds {
  return {
    spot: () => import('./outbox-spots.ts').then((all) => all.waitingSpots(client)),
  }
}

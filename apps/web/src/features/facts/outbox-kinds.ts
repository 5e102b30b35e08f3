import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind for facts. Its code loads on demand. */
export function factKinds(client: QueryClient): Kinds {
  return {
    facts: () => import('./outbox-facts.ts').then((all) => all.waitingFacts(client)),
  }
}

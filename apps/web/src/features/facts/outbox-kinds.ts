import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind for facts. Its code loads on demand. */
export const factKinds = (client: QueryClient): Kinds => ({
  facts: () => import('./outbox-facts.ts').then((all) => all.waitingFacts(client)),
})

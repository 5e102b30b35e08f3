import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** What can wait in the outbox of facts; its code is loaded when something does. */
export const factKinds = (client: QueryClient): Kinds => ({
  facts: () => import('./outbox-facts.ts').then((all) => all.waitingFacts(client)),
})

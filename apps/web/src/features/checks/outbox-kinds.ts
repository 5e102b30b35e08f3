import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** What can wait in the outbox of checks; its code is loaded when something does. */
export const checkKinds = (client: QueryClient): Kinds => ({
  check: () => import('./outbox-checks.ts').then((all) => all.waitingChecks(client)),
})

import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kinds of status reports; their code is loaded on demand. */
export const checkKinds = (client: QueryClient): Kinds => ({
  check: () => import('./outbox-checks.ts').then((all) => all.waitingChecks(client)),
})

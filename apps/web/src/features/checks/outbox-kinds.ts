import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** Outbox kinds for status reports. Their code loads on demand. */
export const checkKinds = (client: QueryClient): Kinds => ({
  check: () => import('./outbox-checks.ts').then((all) => all.waitingChecks(client)),
})

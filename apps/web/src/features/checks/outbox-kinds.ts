import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** Outbox kinds for status reports. Their code loads on demand. */
export function checkKinds(client: QueryClient): Kinds {
  return {
    check: () => import('./outbox-checks.ts').then((all) => all.waitingChecks(client)),
  }
}

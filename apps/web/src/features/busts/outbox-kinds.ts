import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** Outbox kinds for bust reports. Their code loads on demand. */
export function bustKinds(client: QueryClient): Kinds {
  return {
    'bust-report': () => import('./outbox-reports.ts').then((all) => all.waitingReports(client)),
  }
}

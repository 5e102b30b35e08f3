import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kinds of bust reports; their code is loaded on demand. */
export const bustKinds = (client: QueryClient): Kinds => ({
  'bust-report': () => import('./outbox-reports.ts').then((all) => all.waitingReports(client)),
})

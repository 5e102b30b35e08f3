import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** What can wait in the outbox of sessions; its code is loaded when something does. */
export const bustKinds = (client: QueryClient): Kinds => ({
  'bust-report': () => import('./outbox-reports.ts').then((all) => all.waitingReports(client)),
})

import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** What can wait in the outbox of drafts; its code is loaded when something does. */
export const draftKinds = (client: QueryClient): Kinds => ({
  draft: () => import('./outbox-drafts.ts').then((all) => all.waitingDrafts(client)),
})

import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind for drafts. Its code loads on demand. */
export function draftKinds(client: QueryClient): Kinds {
  return {
    draft: () => import('./outbox-drafts.ts').then((all) => all.waitingDrafts(client)),
  }
}

import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** Outbox kinds for lists. Their code loads on demand. */
export function listKinds(client: QueryClient): Kinds {
  return {
    'in-list': () => import('./outbox-lists.ts').then((all) => all.waitingInLists(client)),
  }
}

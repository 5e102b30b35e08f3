import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind of lists; its code is loaded on demand. */
export const listKinds = (client: QueryClient): Kinds => ({
  'in-list': () => import('./outbox-lists.ts').then((all) => all.waitingInLists(client)),
})

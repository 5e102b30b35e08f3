import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** What can wait in the outbox of lists; its code is loaded when something does. */
export const listKinds = (client: QueryClient): Kinds => ({
  'in-list': () => import('./outbox-lists.ts').then((all) => all.waitingInLists(client)),
})

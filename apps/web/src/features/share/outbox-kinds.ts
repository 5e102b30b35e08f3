import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** What can wait in the outbox of new spots; its code is loaded when something does. */
export const spotKinds = (client: QueryClient): Kinds => ({
  spot: () => import('./outbox-spots.ts').then((all) => all.waitingSpots(client)),
})

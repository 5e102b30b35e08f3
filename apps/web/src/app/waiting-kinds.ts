import type { Kinds } from '../lib/waiting/kinds.ts'
import { queryClient } from './query-client.ts'

/** Everything that can wait in the outbox of a device, by the name under which it is stored. */
export const WAITING_KINDS: Kinds = {
  comment: () => import('../features/comments/index.ts').then((all) => all.waitingComments(queryClient)),
}

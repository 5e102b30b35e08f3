import type { Kinds } from '../../lib/outbox/kinds.ts'

/** What can wait in the outbox of likes of items; its code is loaded when something does. */
export const likeKinds: Kinds = {
  like: () => import('./outbox-likes.ts').then((all) => all.waitingLikes),
}

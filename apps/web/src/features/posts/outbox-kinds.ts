import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind of likes; its code is loaded on demand. */
export const likeKinds: Kinds = {
  like: () => import('./outbox-likes.ts').then((all) => all.waitingLikes),
}

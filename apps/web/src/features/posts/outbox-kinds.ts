import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind for likes; its code loads on demand. */
export const likeKinds: Kinds = {
  like: () => import('./outbox-likes.ts').then((all) => all.waitingLikes),
}

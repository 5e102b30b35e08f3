import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind of posts without a spot; its code is loaded on demand. */
export const contentKinds: Kinds = {
  content: () => import('./outbox-content.ts').then((all) => all.waitingContent),
}

import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind for posts without a spot. Its code loads on demand. */
export const contentKinds: Kinds = {
  content: () => import('./outbox-content.ts').then((all) => all.waitingContent),
}

import type { Kinds } from '../../lib/outbox/kinds.ts'

/** What can wait in the outbox of posts without a spot; its code is loaded when something does. */
export const contentKinds: Kinds = {
  content: () => import('./outbox-content.ts').then((all) => all.waitingContent),
}

import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** What can wait in the outbox of discussions; its code is loaded when something does. */
export const discussionKinds = (client: QueryClient): Kinds => ({
  discussion: () => import('./outbox-discussions.ts').then((all) => all.waitingDiscussions(client)),
  'discussion-like': () =>
    import('./outbox-discussions.ts').then((all) => all.waitingDiscussionLikes(client)),
})

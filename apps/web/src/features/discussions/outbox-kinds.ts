import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** Outbox kinds for discussions. Their code loads on demand. */
export function discussionKinds(client: QueryClient): Kinds {
  return {
    discussion: () => import('./outbox-discussions.ts').then((all) => all.waitingDiscussions(client)),
    'discussion-like': () =>
      import('./outbox-discussions.ts').then((all) => all.waitingDiscussionLikes(client)),
  }
}

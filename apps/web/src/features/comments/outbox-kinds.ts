import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** Outbox kinds for comments. Their code loads on demand. */
export function commentKinds(client: QueryClient): Kinds {
  return {
    comment: () => import('./outbox-comments.ts').then((all) => all.waitingComments(client)),
    'comment-like': () => import('./outbox-comment-likes.ts').then((all) => all.waitingCommentLikes(client)),
  }
}

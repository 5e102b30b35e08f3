import type { Kinds } from '../lib/waiting/kinds.ts'
import { queryClient as client } from './query-client.ts'

const comments = () => import('../features/comments/index.ts')
const discussions = () => import('../features/discussions/index.ts')

/** Everything that can wait in the outbox of a device, by the name under which it is stored. */
export const WAITING_KINDS: Kinds = {
  comment: () => comments().then((all) => all.waitingComments(client)),
  'comment-like': () => comments().then((all) => all.waitingCommentLikes(client)),
  content: () => import('../features/content/index.ts').then((all) => all.waitingContent),
  discussion: () => discussions().then((all) => all.waitingDiscussions(client)),
  'discussion-like': () => discussions().then((all) => all.waitingDiscussionLikes(client)),
  draft: () => import('../features/drafts/index.ts').then((all) => all.waitingDrafts(client)),
  follow: () => import('../features/people/index.ts').then((all) => all.waitingFollows(client)),
  like: () => import('../features/posts/index.ts').then((all) => all.waitingLikes),
  'media-post': () => import('../features/spots/index.ts').then((all) => all.waitingMedia(client)),
  message: () => import('../features/messages/index.ts').then((all) => all.waitingMessages(client)),
  spot: () => import('../features/share/index.ts').then((all) => all.waitingSpots(client)),
}

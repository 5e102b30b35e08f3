export { DiscussionsScreen } from './discussions-screen.tsx'
export { DiscussionScreen } from './discussion-screen.tsx'
export { discussionKinds } from './outbox-kinds.ts'

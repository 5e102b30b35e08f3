export { DiscussionsScreen } from './discussions-screen.tsx'
export { DiscussionScreen } from './discussion-screen.tsx'
export { filterOf, searchOf, type FilterSearch } from './discussion-filter.ts'
export { discussionKinds } from './outbox-kinds.ts'

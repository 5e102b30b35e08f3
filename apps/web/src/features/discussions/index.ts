export { DiscussionsScreen } from './discussions-screen.tsx'
export { DiscussionScreen } from './discussion-screen.tsx'
export { filterOf, searchOf, type FilterSearch } from './filter.ts'
export { waitingDiscussionLikes, waitingDiscussions } from './waiting-discussions.ts'

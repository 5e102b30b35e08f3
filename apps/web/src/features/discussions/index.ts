export { DiscussionsScreen } from './discussions-screen.tsx'
export { DiscussionScreen } from './discussion-screen.tsx'
export { filterOf, searchOf, type FilterSearch } from './filter.ts'
export { discussionKinds } from './waiting-kinds.ts'

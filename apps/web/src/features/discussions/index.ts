export { Discussions } from './discussions-screen.tsx'
export { DiscussionView } from './discussion-screen.tsx'
export { filterOf, searchOf, type FilterSearch } from './filter.ts'

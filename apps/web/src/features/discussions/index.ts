export { Discussions } from './discussions.tsx'
export { DiscussionView } from './discussion-view.tsx'
export { filterOf, searchOf, type FilterSearch } from './filter.ts'

export { Community } from './community.tsx'
export { DiscussionView } from './discussion-view.tsx'
export { filterOf, searchOf } from './filter.ts'

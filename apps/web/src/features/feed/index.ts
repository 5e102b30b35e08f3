export { FeedList } from './feed-list.tsx'
export { FeedToggle, useFeedFilter } from './feed-toggle.tsx'
export { PostCard } from './post-card.tsx'
export type { OpenItem } from './post-media.tsx'

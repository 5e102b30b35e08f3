import { lazyExtra } from '../../ui/lazy-part.tsx'

/** The column next to the feed. It loads after the feed, and only on wide screens. */
export const FeedSide = lazyExtra(() =>
  import('./feed-side.tsx').then(({ FeedSide }) => ({ default: FeedSide })),
)

import { lazyExtra } from '../../ui/lazy-part.tsx'

/** The column beside the feed, loaded after the feed and only on wide screens. The feed does not need it. */
export const FeedSide = lazyExtra(() =>
  import('./feed-side.tsx').then(({ FeedSide }) => ({ default: FeedSide })),
)

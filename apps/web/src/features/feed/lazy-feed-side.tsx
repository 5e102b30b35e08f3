import { type ComponentType, lazy } from 'react'
import type { OpenItem } from './post-media.tsx'

/** The column beside the feed, loaded after the feed and only on wide screens. The feed does not need it. */
export const FeedSide = lazy(() =>
  import('./feed-side.tsx').then(
    ({ FeedSide }): { default: ComponentType<{ onOpen: OpenItem }> } => ({ default: FeedSide }),
    () => ({ default: () => null }),
  ),
)

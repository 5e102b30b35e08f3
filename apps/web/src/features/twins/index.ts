export { OwnMerges, OwnTwinPairs, TwinWork } from './twin-lists.tsx'
export { LazyMergeable } from './lazy-mergeable.tsx'
export { LazyTwinNotice } from './lazy-twin-notice.tsx'

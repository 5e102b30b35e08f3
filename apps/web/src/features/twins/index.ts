export { OwnMerges, OwnTwinPairs, TwinWork } from './twin-lists.tsx'
export { LazyTwinNotice } from './lazy-twin-notice.tsx'

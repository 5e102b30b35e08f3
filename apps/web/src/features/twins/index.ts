export { Merges, TwinPairs, TwinWork } from './twin-lists.tsx'
export { LazyTwinNotice } from './lazy-twin-notice.tsx'

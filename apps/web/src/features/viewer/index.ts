// The viewer itself, `viewer.tsx`, is loaded by its host when an item is opened.
export { useOpenItem, useOpenItemNow } from './use-open-item.ts'
export { preloadViewer, ViewerHost } from './viewer-host.tsx'
export type { ViewerHostProps } from './viewer-host-props.ts'
export { viewerItemsOf, type ViewerItem, type ViewerSpot } from './viewer-item.ts'

// The host loads the lightbox itself (`lightbox.tsx`) when an item is opened.
export { useOpenItem, useOpenItemNow } from './use-open-item.ts'
export { preloadLightbox, LightboxHost } from './lightbox-host.tsx'
export { toLightboxItems, type LightboxSpot } from './lightbox-item.ts'
export { ShareSheet } from './lazy-share-sheet.ts'

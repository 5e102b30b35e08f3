// The lightbox itself (`lightbox.tsx`) isn't exported, because its host loads it when someone opens an item.
export { useOpenItem, useOpenItemNow } from './use-open-item.ts'
export { preloadLightbox, LightboxHost } from './lightbox-host.tsx'
export { toLightboxItems, type LightboxSpot } from './lightbox-item.ts'
export { ShareSheet } from './lazy-share-sheet.ts'

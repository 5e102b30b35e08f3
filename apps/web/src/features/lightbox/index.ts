// The lightbox itself, `lightbox.tsx`, is loaded by its host when an item is opened.
export { useOpenItem, useOpenItemNow } from './use-open-item.ts'
export { preloadLightbox, LightboxHost } from './lightbox-host.tsx'
export type { LightboxHostProps } from './lightbox-host-props.ts'
export { lightboxItemsOf, type LightboxItem, type LightboxSpot } from './lightbox-item.ts'

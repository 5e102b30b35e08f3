// Parts of the map that load together after the first screen, see `lazy-map-parts.ts`.
export { LocateOffer } from './locate-offer.tsx'
export { QuickFilters } from './quick-filters.tsx'

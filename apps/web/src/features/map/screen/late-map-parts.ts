// Parts of the map that load together after the first screen, see `lazy-map-parts.ts`.
export { LocateOffer } from '../location/locate-offer.tsx'
export { QuickFilters } from '../filters/quick-filters.tsx'
